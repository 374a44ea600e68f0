"""Only an encoder that is quick whenever nothing keeps it waiting counts as quick."""

from __future__ import annotations

from larder.core.build.pace import BATCHES, QUICK_S, EncoderPace


def test_before_anything_was_encoded_no_encoder_is_quick() -> None:
    pace = EncoderPace()
    assert not pace.is_quick
    pace.note(0.0, 0)
    assert not pace.is_quick


def test_the_time_of_a_batch_is_that_of_each_payload() -> None:
    pace = EncoderPace()
    pace.note(8 * QUICK_S, 8)
    assert not pace.is_quick
    pace.note(8 * QUICK_S, 9)
    assert pace.is_quick


def test_a_batch_that_had_to_wait_makes_no_quick_encoder_slow_but_several_do() -> None:
    pace = EncoderPace()
    pace.note(0.0, 8)
    for _ in range(BATCHES - 1):
        pace.note(1.0, 8)
        assert pace.is_quick
    pace.note(1.0, 8)
    assert not pace.is_quick


def test_copies_say_nothing_of_the_encoder() -> None:
    pace = EncoderPace()
    for _ in range(BATCHES):
        pace.note(1.0, 8)
    pace.note(0.0, 0)
    assert not pace.is_quick
