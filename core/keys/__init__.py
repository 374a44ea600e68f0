"""Identities of contents, payloads, encoders and settings. Nothing here reads index or config.

`content_hash` and `hash_memory` are about files, `payload_names` (a trainer's) and `cache_keys`
(values by key) about names, `fingerprint` (weights) and `strict_fingerprint` (processors,
tokenizers) about what encodes, `recipe` about everything that decides a payload.
"""
