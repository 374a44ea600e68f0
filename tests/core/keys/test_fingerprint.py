import json
import os
import struct
import time

import pytest

from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, JobCancelled
from larder.core.keys import fingerprint
from larder.core.keys.fingerprint import (
    TensorSpan,
    WeightsFile,
    canonical_digest,
    package_versions,
    read_weights_header,
    recall_weights_digest,
    sample_weights_digest,
    weights_digest,
    weights_memory,
)

LONG_AGO_NS = 1_600_000_000_000_000_000


def write_safetensors(path, tensors, metadata=None):
    """A safetensors file of bytes tensors, by hand."""
    header, data = {}, b""
    if metadata:
        header["__metadata__"] = metadata
    for name, content in tensors.items():
        span = [len(data), len(data) + len(content)]
        header[name] = {"dtype": "U8", "shape": [len(content)], "data_offsets": span}
        data += content
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)
    os.utime(path, ns=(LONG_AGO_NS, LONG_AGO_NS))
    return path


class TestHeader:
    def test_spans_lie_behind_the_header(self, tmp_path):
        path = write_safetensors(
            tmp_path / "w.safetensors", {"a": b"xyz", "b": b"q"}, {"format": "pt"})

        spans = read_weights_header(path)

        assert spans["b"] == TensorSpan("U8", (1,), spans["a"].start + 3, 1)
        assert path.read_bytes()[spans["a"].start :][:3] == b"xyz"
        assert list(spans) == ["a", "b"]

    @pytest.mark.parametrize("content", [
        b"", b"\x01", b"PK\x03\x04" + b"\0" * 30, struct.pack("<Q", 10**12),
        struct.pack("<Q", 2) + b"[]", struct.pack("<Q", 12) + b'{"a": "no"} ',
    ])
    def test_another_file_is_one_sentence(self, tmp_path, content):
        path = tmp_path / "w.safetensors"
        path.write_bytes(content)

        with pytest.raises(UserFacingError, match="is not a safetensors file"):
            read_weights_header(path)

    def test_a_file_that_is_cut_off_is_one_sentence(self, tmp_path):
        path = write_safetensors(tmp_path / "w.safetensors", {"a": b"xyz"})
        path.write_bytes(path.read_bytes()[:-1])

        with pytest.raises(UserFacingError, match="is incomplete"):
            read_weights_header(path)

    def test_more_tensors_than_are_read_are_one_sentence(self, tmp_path, monkeypatch):
        monkeypatch.setattr("larder.core.keys.fingerprint.MOST_TENSORS", 2)
        two = write_safetensors(
            tmp_path / "2.safetensors", {"a": b"", "b": b""}, {"format": "pt"})
        three = write_safetensors(tmp_path / "3.safetensors", {"a": b"", "b": b"", "c": b""})

        assert len(read_weights_header(two)) == 2
        with pytest.raises(UserFacingError, match=r"has 3 arrays; the limit is 2"):
            read_weights_header(three)

    def test_an_entry_longer_than_any_shape_is_one_sentence(self, tmp_path, monkeypatch):
        monkeypatch.setattr("larder.core.keys.fingerprint.LONGEST_ENTRY", 10)

        with pytest.raises(UserFacingError, match="is not a safetensors file"):
            read_weights_header(write_safetensors(tmp_path / "w.safetensors", {"a": b"xyz"}))

    def test_a_missing_file_is_one_sentence(self, tmp_path):
        with pytest.raises(UserFacingError, match="cannot be read"):
            read_weights_header(tmp_path / "none.safetensors")


class TestDigest:
    def test_a_moved_file_keeps_its_digest(self, tmp_path):
        path = write_safetensors(tmp_path / "w.safetensors", {"a": b"xyz"})
        before = weights_digest([WeightsFile(path)])

        moved = path.rename(tmp_path / "other.safetensors")

        assert weights_digest([WeightsFile(moved)]) == before
        assert len(before) == 16

    @pytest.mark.parametrize("change", ["tensor", "header"])
    def test_a_changed_byte_changes_the_digest(self, tmp_path, change):
        name = "A" if change == "header" else "a"
        content = b"xyZ" if change == "tensor" else b"xyz"
        one = write_safetensors(tmp_path / "1.safetensors", {"a": b"xyz"})
        other = write_safetensors(tmp_path / "2.safetensors", {name: content})

        assert weights_digest([WeightsFile(one)]) != weights_digest([WeightsFile(other)])

    def test_all_parts_count_in_their_order(self, tmp_path):
        parts = [
            WeightsFile(write_safetensors(tmp_path / f"{name}.safetensors", {"a": name.encode()}))
            for name in "xy"
        ]

        assert weights_digest(parts) != weights_digest(parts[::-1])
        assert weights_digest(parts) != weights_digest(parts[:1])

    def test_of_a_checkpoint_only_the_prefix_counts(self, tmp_path):
        small = write_safetensors(
            tmp_path / "small.safetensors", {"vae.b": b"12", "unet": b"x", "vae.a": b"345"})
        large = write_safetensors(
            tmp_path / "large.safetensors", {"vae.a": b"345", "unet": b"xyz" * 9, "vae.b": b"12"})
        other = write_safetensors(
            tmp_path / "other.safetensors", {"vae.a": b"34", "unet": b"x", "vae.b": b"512"})

        digests = [
            weights_digest([WeightsFile(path, "vae.")]) for path in (small, large, other)]

        assert digests[0] == digests[1]
        assert digests[2] != digests[0]

    def test_no_file_has_no_digest(self):
        with pytest.raises(ValueError, match="without weights"):
            weights_digest([])

    def test_reading_can_be_cancelled(self, tmp_path):
        path = write_safetensors(tmp_path / "w.safetensors", {"a": b"xyz"})
        token = CancelToken()
        token.cancel()

        with pytest.raises(JobCancelled):
            weights_digest([WeightsFile(path)], token=token)

    def test_long_files_are_read_to_the_end(self, tmp_path, monkeypatch):
        monkeypatch.setattr(fingerprint, "BUFFER_BYTES", 7)
        one = write_safetensors(tmp_path / "1.safetensors", {"a": b"x" * 100})
        other = write_safetensors(tmp_path / "2.safetensors", {"a": b"x" * 99 + b"y"})

        assert weights_digest([WeightsFile(one)]) != weights_digest([WeightsFile(other)])


class TestSamples:
    @pytest.fixture(autouse=True)
    def few_samples(self, monkeypatch):
        monkeypatch.setattr(fingerprint, "SAMPLES", 4)
        monkeypatch.setattr(fingerprint, "SAMPLE_BYTES", 8)

    def test_a_moved_file_keeps_its_digest(self, tmp_path):
        path = write_safetensors(tmp_path / "w.safetensors", {"a": bytes(500)})
        before = sample_weights_digest([WeightsFile(path)])

        moved = path.rename(tmp_path / "other.safetensors")

        assert sample_weights_digest([WeightsFile(moved)]) == before

    def test_of_a_short_file_every_byte_counts(self, tmp_path):
        path = tmp_path / "w.bin"
        digests = set()
        for at in range(32):
            path.write_bytes(bytes(at) + b"x" + bytes(31 - at))
            digests.add(sample_weights_digest([WeightsFile(path)]))

        assert len(digests) == 32

    @pytest.mark.parametrize("length", [33, 100, 1000])
    def test_of_a_long_file_beginning_end_and_size_count(self, tmp_path, length):
        contents = [bytes(length), b"x" + bytes(length - 1), bytes(length - 1) + b"x",
                    bytes(length + 1)]
        digests = set()
        for content in contents:
            (tmp_path / "w.bin").write_bytes(content)
            digests.add(sample_weights_digest([WeightsFile(tmp_path / "w.bin")]))

        assert len(digests) == 4

    def test_of_a_checkpoint_only_the_prefix_counts(self, tmp_path):
        vae = {f"vae.{name}": name.encode() * 40 for name in "abc"}
        one = write_safetensors(tmp_path / "1.safetensors", {**vae, "unet": b"x"})
        same = write_safetensors(tmp_path / "2.safetensors", {"unet": b"yz" * 9, **vae})
        other = write_safetensors(
            tmp_path / "3.safetensors", {**vae, "vae.c": b"d" * 40, "unet": b"x"})

        digests = [
            sample_weights_digest([WeightsFile(path, "vae.")]) for path in (one, same, other)]

        assert digests[0] == digests[1]
        assert digests[2] != digests[0]

    def test_a_part_that_is_not_there_has_a_digest_too(self, tmp_path):
        path = write_safetensors(tmp_path / "w.safetensors", {"a": b"x"})

        assert sample_weights_digest([WeightsFile(path, "vae.")])

    def test_a_file_is_sampled_once_while_its_stamp_stays(
        self, tmp_path, open_memory, monkeypatch
    ):
        path = write_safetensors(tmp_path / "w.safetensors", {"a": bytes(500)})
        with open_memory() as memory:
            before = sample_weights_digest([WeightsFile(path)], memory)
            assert recall_weights_digest([WeightsFile(path)], memory) is None
            whole = weights_digest([WeightsFile(path)], memory)
            monkeypatch.setattr(
                fingerprint, "_digest_samples", lambda _: pytest.fail("sampled again"))

            assert sample_weights_digest([WeightsFile(path)], memory) == before
            assert recall_weights_digest([WeightsFile(path)], memory) == whole


@pytest.fixture
def open_memory(tmp_path):
    """A memory for which every file of the test is old."""
    return lambda: weights_memory(tmp_path / "cache", now_ns=time.time_ns() + 60 * 10**9)


class TestMemory:
    def test_a_known_file_is_not_read_again(self, tmp_path, open_memory, monkeypatch):
        file = WeightsFile(write_safetensors(tmp_path / "w.safetensors", {"a": b"xyz"}))
        with open_memory() as memory:
            assert recall_weights_digest([file], memory) is None
            digest = weights_digest([file], memory)

        monkeypatch.setattr(fingerprint, "_digest_whole", pytest.fail)

        with open_memory() as memory:
            assert recall_weights_digest([file], memory) == digest
            assert weights_digest([file], memory) == digest

    def test_a_changed_file_is_not_known(self, tmp_path, open_memory):
        file = WeightsFile(write_safetensors(tmp_path / "w.safetensors", {"a": b"xyz"}))
        with open_memory() as memory:
            before = weights_digest([file], memory)
            write_safetensors(file.path, {"a": b"xyZ"})
            os.utime(file.path, ns=(LONG_AGO_NS + 1, LONG_AGO_NS + 1))

            assert recall_weights_digest([file], memory) is None
            assert weights_digest([file], memory) != before

    def test_a_part_is_not_taken_for_the_whole(self, tmp_path, open_memory):
        path = write_safetensors(tmp_path / "w.safetensors", {"vae.a": b"xyz", "b": b"q"})
        with open_memory() as memory:
            whole = weights_digest([WeightsFile(path)], memory)

            assert recall_weights_digest([WeightsFile(path, "vae.")], memory) is None
            assert weights_digest([WeightsFile(path, "vae.")], memory) != whole

    def test_one_unknown_part_leaves_the_model_unknown(self, tmp_path, open_memory):
        files = [
            WeightsFile(write_safetensors(tmp_path / f"{name}.safetensors", {"a": name.encode()}))
            for name in "xy"
        ]
        with open_memory() as memory:
            weights_digest(files[:1], memory)

            assert recall_weights_digest(files, memory) is None


def test_the_order_of_names_does_not_count():
    assert canonical_digest({"a": 1, "b": [2]}) == canonical_digest({"b": [2], "a": 1})


def test_versions_are_told_without_the_kind_of_build():
    versions = package_versions(["torch", "no-such-package"])

    assert versions["torch"]
    assert "+" not in versions["torch"]
    assert versions["no-such-package"] == ""
