"""The errors of grids, graphs and views of them, word for word."""

from scipy.sparse import csr_array

from asterion.world import arguments
from asterion.world.base import check_world
from asterion.world.cells import any_numbers, number_of, numbers_of
from asterion.world.dice import Dice
from asterion.world.frame import Frame
from support import refusals


def test_refusals():
    refusals.check(
        __file__,
        csr_array=csr_array,
        arguments=arguments,
        check_world=check_world,
        any_numbers=any_numbers,
        number_of=number_of,
        numbers_of=numbers_of,
        Dice=Dice,
        Frame=Frame,
    )
