"""One cached file: list its arrays without loading them, read, verify, summarise, write.

`open_payload` opens any kind. `pt_file` (with `pt_pickle`) reads torch files without torch, `pt`
writes them; `npz` reads numpy files of anybody, `sealed_npz` reads and writes ours; `tree` is a
room of its own. They stand on `arrays` (types and names), `file_bytes` and `zip_directory`;
`value_checks` knows what no encoder gives. torch is imported inside functions of `pt` only.
"""
