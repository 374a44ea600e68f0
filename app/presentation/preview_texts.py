"""Texts that describe a drawn payload."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PureWindowsPath

from larder.app.presentation.figures import Figures
from larder.app.presentation.sentences import Sentences
from larder.app.presentation.shown_names import ShownNames
from larder.core.queries.preview import (
    CaptionTable,
    ColourState,
    LatentDrawing,
    LeafTable,
    PayloadPreview,
    PixelDrawing,
    SoundDrawing,
    TokenTable,
    WaveformDrawing,
)

_tr = Sentences("Previews")

VISIBLE_SPACES = str.maketrans({" ": "␣", "\n": "↵", "\r": "␍", "\t": "⇥", "\0": "␀"})


def waveform_text(drawing: WaveformDrawing, figures: Figures) -> str:
    """"8.3 s · 16,000 Hz · 132,800 samples · peak 0.52"."""
    parts = []
    if drawing.sample_rate:
        parts.append(seconds_text(drawing.samples / drawing.sample_rate, figures))
        parts.append(rate_text(drawing.sample_rate, figures))
    parts.append(_tr("%1 samples").replace("%1", figures.count(drawing.samples)))
    parts.append(_tr("peak %1").replace("%1", figures.number(peak_of(drawing))))
    return " · ".join(parts)


def sound_text(drawing: SoundDrawing, figures: Figures) -> str:
    """"80 bands × 3,000 frames · −0.55 to 1.45"; the axis tells the time."""
    size = _tr("%1 bands × %2 frames").replace("%1", figures.count(drawing.bands))
    parts = [size.replace("%2", figures.count(drawing.frames))]
    span = _tr("%1 to %2").replace("%1", figures.number(drawing.low))
    parts.append(span.replace("%2", figures.number(drawing.high)))
    return " · ".join(parts)


def pixels_text(drawing: PixelDrawing, figures: Figures) -> str:
    """"224 × 224 pixels", with what must be known to judge the colours."""
    size = _tr("%1 × %2 pixels").replace("%1", figures.count(drawing.width))
    parts = [size.replace("%2", figures.count(drawing.height))]
    if drawing.tiles > 1:
        parts.append(_tr("%1 parts").replace("%1", figures.count(drawing.tiles)))
    if drawing.is_strip:
        parts.append(_tr("patches in order"))
    if drawing.is_stretched:
        parts.append(_tr("contrast stretched"))
    return " · ".join(parts)


def latent_text(drawing: LatentDrawing, figures: Figures) -> str:
    """"832 × 1,216 pixels · likeness 97 %", or why the latent is not shown."""
    parts = []
    if drawing.height:
        size = _tr("%1 × %2 pixels").replace("%1", figures.count(drawing.width))
        parts.append(size.replace("%2", figures.count(drawing.height)))
    if drawing.mirrored:
        parts.append(_tr("mirrored"))
    if drawing.likeness is not None:
        alike = figures.percent(max(drawing.likeness, 0.0))
        parts.append(_tr("similarity %1").replace("%1", alike))
    elif drawing.state == ColourState.LEARNT:
        parts.append(_tr("no picture to compare it with"))
    if is_all_trained(drawing):
        parts.append(_tr("the whole picture is trained"))
    lines = [" · ".join(parts)] if parts else []
    without = {
        ColourState.NOT_YET: _tr("Learning what this encoder's latents look like…"),
        ColourState.FEW: _tr(
            "No preview: at least 4 cached pictures of this encoder are needed."),
        ColourState.UNLIKE: _tr(
            "No preview for this encoder: its latents do not look like pictures."),
    }
    lines += [text for state, text in without.items() if state == drawing.state]
    return "\n".join(lines)


def is_all_trained(drawing: LatentDrawing) -> bool:
    """Return whether the drawing's mask leaves nothing out, so that it is not worth showing."""
    return drawing.mask.size > 0 and int(drawing.mask.min()) == 255


def caption_text(drawing: CaptionTable, figures: Figures) -> str:
    """"3 lines · 2 cached files", and whether it is known which line each was made of."""
    lines = _tr("%1 lines") if len(drawing.lines) != 1 else _tr("one line")
    files = _tr("%1 cached files") if len(drawing.names) != 1 else _tr("one cached file")
    parts = [lines.replace("%1", figures.count(len(drawing.lines))),
             files.replace("%1", figures.count(len(drawing.names)))]
    unmatched = drawing.stamped - sum(line >= 0 for line in drawing.line.tolist())
    if drawing.stamped < len(drawing.names):
        parts.append(_tr("which line was used is not recorded"))
    elif unmatched:
        parts.append(_tr("%1 made from other lines").replace(
            "%1", figures.count(unmatched)))
        if any(line < 0 and not prompt
               for line, prompt in zip(drawing.line.tolist(), drawing.prompts, strict=True)):
            parts.append(_tr("the earlier caption is not stored in the cache"))
    return " · ".join(parts)


def tokens_text(drawing: TokenTable, figures: Figures) -> str:
    """"56 tokens", how many are padding, and how many are listed."""
    parts = [_tr("%1 tokens").replace("%1", figures.count(drawing.count))]
    padding = len(drawing.mask) - int(drawing.mask.sum())
    if padding:
        parts.append(_tr("%1 of them masked").replace("%1", figures.count(padding)))
    if len(drawing.ids) < drawing.count:
        parts.append(_tr("the first %1 listed").replace("%1", figures.count(len(drawing.ids))))
    return " · ".join(parts)


def leaves_text(drawing: LeafTable, figures: Figures) -> str:
    """"25 leaves · 33 KiB", and how many were not read or cannot be."""
    parts = [
        _tr("%1 arrays").replace("%1", figures.count(len(drawing.path))),
        figures.bytes(int(drawing.bytes.sum()))]
    damaged = sum(1 for fault in drawing.fault if fault)
    if damaged:
        parts.append(_tr("%1 damaged").replace("%1", figures.count(damaged)))
    if drawing.unread:
        parts.append(_tr("%1 not read yet").replace("%1", figures.count(drawing.unread)))
    return " · ".join(parts)


def preview_shown(preview: PayloadPreview, names: ShownNames) -> PayloadPreview:
    """A preview whose sentences say no more than the window shows."""
    drawing = preview.drawing
    if isinstance(drawing, TokenTable):
        drawing = replace(drawing, why_no_pieces=names.sentence(drawing.why_no_pieces))
    return replace(
        preview, drawing=drawing, problem=names.sentence(preview.problem),
        hint=names.sentence(preview.hint))


def preview_origin(preview: PayloadPreview, names: ShownNames) -> str:
    """"Made by whisper from clip.wav", as far as that is known; "" if nothing is."""
    source = names.file(PureWindowsPath(preview.source).name)
    if preview.made_by and source:
        text = _tr("Made by %1 from %2").replace("%1", preview.made_by)
        return text.replace("%2", source)
    if source:
        return _tr("Made from %1").replace("%1", source)
    return _tr("Made by %1").replace("%1", preview.made_by) if preview.made_by else ""


def seconds_text(seconds: float, figures: Figures) -> str:
    """Return seconds as text, such as "8.3 s"."""
    return _tr("%1 s").replace("%1", figures.number(seconds))


def rate_text(sample_rate: int, figures: Figures) -> str:
    """Return a sample rate as text, such as "16,000 Hz"."""
    return _tr("%1 Hz").replace("%1", figures.count(sample_rate))


def shown_piece(piece: str) -> str:
    """The text of a token with its white space made visible."""
    return piece.translate(VISIBLE_SPACES)


def peak_of(drawing: WaveformDrawing) -> float:
    """The largest distance from zero."""
    if not len(drawing.minima):
        return 0.0
    return max(-float(drawing.minima.min()), float(drawing.maxima.max()), 0.0)
