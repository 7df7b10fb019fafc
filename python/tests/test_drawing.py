"""Pictures of positions."""

from __future__ import annotations

import xml.etree.ElementTree as xml

import numpy as np
import pytest
from conftest import play_out

import damero


def test_a_notebook_shows_a_board(game: damero.Game) -> None:
    for plies in (0, 10, 10_000):
        state = play_out(game.start(seed=1), seed=1, plies=plies)
        document = xml.fromstring(state._repr_svg_())
        assert document.tag.endswith("svg") and len(list(document.iter())) > 15


def test_a_picture_shows_what_changes(game: damero.Game) -> None:
    start = play_out(game.start(seed=1), seed=1, plies=0)
    later = play_out(start.clone(), seed=1, plies=4)
    first, second = start.image(), later.image()
    assert first.dtype == np.uint8 and first.shape[0] == 400 and first.shape[2] == 3
    assert first.std() > 5 and not np.array_equal(first, second)
    assert start.image(height=100).shape[0] == 100
    for height in (0, 10**6):
        with pytest.raises(damero.InputError, match="the height is a number"):
            start.image(height=height)
