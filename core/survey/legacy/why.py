"""One plain sentence for each row and group of a legacy store that needs one."""

from __future__ import annotations

KEY_DIGITS = 12
"""How much of a group's key a sentence shows; two keys that share them do not occur."""


def short_key(key: str) -> str:
    """A group's key as sentences name it."""
    return key[:KEY_DIGITS]


def shifted(slot: int, source: str, *, variation: int | None, from_images: bool) -> str:
    """Slot and sample of one number are of different files."""
    of_variation = "" if variation is None else f" of variation {variation}"
    if from_images:
        return (
            f"slot {slot}{of_variation} holds the caption of {source}, "
            "as the image group of its concept lists it")
    return f"slot {slot}{of_variation} holds {source}"


def may_be_shifted(slot: int, *, count: int, samples: int) -> str:
    """The numbers differ and nothing lists the sources."""
    return (
        f"the group has {count:,} slots for {samples:,} samples and nothing lists whose they are, "
        f"so slot {slot} may hold another sample's payload")


def no_slot(sample: int, *, count: int, samples: int) -> str:
    """The variation is complete and has fewer slots than the concept has samples."""
    return (
        f"the group has {count:,} slots and the concept {samples:,} samples; "
        f"the trainer stops when it asks for slot {sample}")


def slot_missing(name: str) -> str:
    """A slot the aggregate counts is not on disk."""
    return f"{name} is not on disk; the trainer stops when it asks for it"


def variation_missing(number: int) -> str:
    """The trainer builds a variation in the first epoch that needs it."""
    return f"variation {number} is not cached yet"


def variation_unfinished(number: int) -> str:
    """Slots without an aggregate."""
    return f"variation {number} was never finished; the trainer builds it again from its first slot"


def no_group(concept: str) -> str:
    """No group of the store belongs to the concept."""
    return f"the store has no group of the concept {concept}"


def other_settings(key: str, concept: str) -> str:
    """The group was found by what it lists, not by its name."""
    return (
        f"the group {short_key(key)} was made with other settings of the concept {concept}; "
        "the trainer looks for another name and will cache it again")


def deleted(root: str, slot: int) -> str:
    """A source that a slot was made from is gone."""
    return f"the file is gone; its folder {root} is there, and slot {slot} still holds its payload"


def caption_of_deleted(picture: str, slot: int) -> str:
    """A caption whose picture is gone is asked for by nobody."""
    return f"its picture {picture} is gone; slot {slot} still holds its payload"


def no_sample(concept: str, slot: int) -> str:
    """A recorded file that is there but no sample any more."""
    return f"no sample of the concept {concept} any more; slot {slot} still holds its payload"


def disabled(concept: str) -> str:
    """The group's concept gives no samples."""
    return f"It belongs to the concept {concept}, which this config does not train."


def outdated(concept: str) -> str:
    """A group under a key of an older trainer, beside a newer one."""
    return (
        f"It is named as an older OneTrainer named the concept {concept}, "
        "of which a newer group is here.")


def elsewhere(concept: str) -> str:
    """A group that lists a concept's files under a name its settings do not give."""
    return f"It was made with other settings of the concept {concept}; another config may use it."


def unexplained(has_concepts: bool) -> str:
    """Nothing ties the group to a concept."""
    if not has_concepts:
        return "There is no concept list to match it with."
    return "No concept of this config explains it; another config may use it."


def all_deleted(count: int) -> str:
    """Every source of a group is gone."""
    if count == 1:
        return "The file it was made from does not exist any more."
    return f"None of the {count:,} files it was made from exists any more."


def held_back(folder: str) -> str:
    """The files of a group cannot be looked at."""
    return f"The folder {folder} of its files cannot be reached, so it is held back."


def strays(names: tuple[str, ...]) -> str:
    """A group with files of somebody else in it."""
    return f"It holds files that the trainer did not write, {names[0]} for one, so it stays."


def unreadable(reason: str) -> str:
    """The group's folder cannot be listed."""
    return f"Its folder cannot be read: {reason}."


def partly_shifted(shifted_samples: int, samples: int) -> str:
    """A group in use whose slots and samples do not agree."""
    return (
        f"{shifted_samples:,} of {samples:,} samples get another file's payload; "
        "without this group the trainer caches them again.")


def found_by(listing: str, concept: str) -> str:
    """How a group in use was tied to its concept when its name did not tell."""
    return f"Its name fits no settings of the concept {concept}; it was matched by {listing}."
