#!/usr/bin/env python3
"""Tests of constants.py, on small trees."""
import tempfile
import unittest
from pathlib import Path

import constants

CODE = """
enum { TRIPS = 1 << 4, SHARE = 8, DOUBLED = 2 * TRIPS, /* HIDDEN = 3 */ MOST_ITEMS = 100 };
enum { FIRST, SECOND };
static const double scatter = 1.15, share = 0.02;
static const int64_t sizes[] = {INT64_MAX, 1 << 15, 32};
#define LIMIT 1.10
"""
HEURISTICS = """
| it decides | value | constant | source |
| --- | --- | --- | --- |
| trips | 16 | `TRIPS` in `analyzer/eval/x.c` | judgement |
| share | 1/8 | `SHARE` in `analyzer/eval/x.c` | judgement |
| scatter and share | 1.15, 2% | `scatter`, `share` in `analyzer/eval/x.c` | measured |
| sizes | 32 768 | `sizes` in `analyzer/eval/x.c` | judgement |
"""
LIMITS = """
| | limit | constant |
| --- | --- | --- |
| parsing | 16 seconds | |
| limit | at most 1.1 of them | `LIMIT` in `analyzer/eval/x.c` |
"""


class Constants(unittest.TestCase):
    def wrong(self, code=CODE, heuristics=HEURISTICS, limits=LIMITS):
        """What constants.py says of the tree."""
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in {"analyzer/eval/x.c": code, constants.PAGES[0]: heuristics, constants.PAGES[1]: limits}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return constants.check(root)[1]

    def one(self, expected, **files):
        found = self.wrong(**files)
        self.assertEqual(len(found), 1, found)
        self.assertIn(expected, found[0])

    def test_pages_that_are_right(self):
        self.assertEqual(self.wrong(), [])

    def test_values(self):
        self.one("TRIPS is 32", code=CODE.replace("1 << 4", "1 << 5"))
        self.one("SHARE is 9", code=CODE.replace("SHARE = 8", "SHARE = 9"))
        self.one("scatter is 1.2", code=CODE.replace("1.15", "1.2"))
        self.one("LIMIT is 1.2", code=CODE.replace("1.10", "1.2"))
        self.one("no constant of the row is 64", heuristics=HEURISTICS.replace("32 768", "64"))
        self.one("no constant of the row is 2", limits=LIMITS.replace("1.1 of them", "1.1 of 2"))

    def test_a_name_that_the_file_lacks(self):
        self.one("defines no GONE", heuristics=HEURISTICS.replace("`sizes`", "`sizes`, `GONE`"))
        self.one("there is no analyzer/eval/y.c", limits=LIMITS + "| more | 2 | `SECOND` in `analyzer/eval/y.c` |\n")
        self.one("the cell is not", limits=LIMITS + "| more | 2 | SECOND |\n")

    def test_a_constant_that_no_page_lists(self):
        for code in ("enum { NEW = 7 };", "\tstatic const double new = 0.5;", "const double new = 7;", "#define NEW 0.5"):
            self.one("is in none of", code=f"{CODE}{code}\n")
        self.assertEqual(self.wrong(code=CODE + "const uint64_t local = 7;\nenum { MOST = 3, DEEPEST_CALL = 9 };\n"), [])

    def test_names_that_are_no_heuristics(self):
        table = "\n| kind | constants |\n| --- | --- |\n| sizes | `LANES` |\n"
        self.assertEqual(self.wrong(code=CODE + "enum { LANES = 32 };\n", heuristics=HEURISTICS + table), [])
        self.one("LANES is no constant", heuristics=HEURISTICS + table)


if __name__ == "__main__":
    unittest.main()
