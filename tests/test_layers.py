#!/usr/bin/env python3
"""Tests of layers.py, on small trees."""
import tempfile
import unittest
from pathlib import Path

import layers

TABLE = """
analyzer/support:
analyzer/low:
analyzer/high: low
tool: high
tool/*: tool
"""

TREE = {
    "analyzer/support/arena.h": "",
    "analyzer/low/low.h": '#include "support/arena.h"\n',
    "analyzer/low/low.c": '#include "low/low.h"\n#include <stdio.h>\n',
    "analyzer/high/high.c": '#include "high.h"\n#include "low/low.h"\n',
    "analyzer/high/high.h": "",
    "tool/tool.h": '#include "high/high.h"\n',
    "tool/one/one.c": '#include "tool/tool.h"\n',
    "tool/two/two.h": "",
    "programs/ignored.c": '#include "nowhere.h"\n',
}


class Layers(unittest.TestCase):
    def wrong(self, files=None, table=TABLE, no_code=()):
        """What layers.py says of the tree with these files besides, or in place of its own."""
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in {**TREE, **(files or {})}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            checked, wrong = layers.check(root, table, no_code)
            self.assertGreater(checked, 0)
            return wrong

    def test_downward_includes_pass(self):
        self.assertEqual(self.wrong(), [])

    def test_upward_include(self):
        self.assertEqual(self.wrong({"analyzer/low/low.c": '#include "high/high.h"\n'}),
                         ["analyzer/low/low.c includes high/high.h, but analyzer/low/ may not use analyzer/high/"])

    def test_upward_include_by_relative_path(self):
        self.assertEqual(self.wrong({"analyzer/low/low.c": '#  include "../high/high.h"\n'}),
                         ["analyzer/low/low.c includes ../high/high.h, but analyzer/low/ may not use analyzer/high/"])

    def test_upward_include_by_a_table_file(self):
        self.assertEqual(self.wrong({"analyzer/low/rows.def": '#include "high/high.h"\n'}),
                         ["analyzer/low/rows.def includes high/high.h, but analyzer/low/ may not use analyzer/high/"])

    def test_include_that_no_row_allows(self):
        self.assertEqual(self.wrong({"tool/tool.h": '#include "low/low.h"\n'}),
                         ["tool/tool.h includes low/low.h, but tool/ may not use analyzer/low/"])

    def test_folders_of_one_row_are_apart(self):
        self.assertEqual(self.wrong({"tool/one/one.c": '#include "tool/two/two.h"\n'}),
                         ["tool/one/one.c includes tool/two/two.h, but tool/one/ may not use tool/two/"])

    def test_bare_name_is_of_the_same_folder(self):
        self.assertEqual(self.wrong({"analyzer/low/low.c": '#include "high.h"\n'}),
                         ["analyzer/low/low.c includes high.h, which is in none of the folders"])

    def test_folder_that_is_not_listed(self):
        self.assertEqual(self.wrong({"analyzer/low/inner/inner.h": ""}),
                         ["analyzer/low/inner/ has code and is not in the table"])

    def test_folder_of_data(self):
        self.assertEqual(self.wrong({"analyzer/low/data/any.h": '#include "nowhere.h"\n'}, no_code=("analyzer/low/data",)), [])

    def test_listed_folder_without_code(self):
        self.assertEqual(self.wrong(table=TABLE + "tool2:\n"), ["the table lists tool2/, which has no code"])

    def test_cycle_in_the_table(self):
        cycle = TABLE.replace("analyzer/low:", "analyzer/low: high")
        self.assertEqual(self.wrong(table=cycle), ["the table lets analyzer/low/ use high/, which is not above it"])

    def test_folder_that_uses_itself_in_the_table(self):
        self.assertEqual(self.wrong(table=TABLE.replace("tool/*: tool", "tool/*: tool tool/*")),
                         ["the table lets tool/*/ use tool/*/, which is not above it"])

    def test_row_given_twice(self):
        self.assertEqual(self.wrong(table=TABLE + "tool: high\n"), ["the table lists tool/ twice"])

    def test_path_in_a_comment(self):
        self.assertEqual(self.wrong({"analyzer/high/high.c": "/* See low/low.h,\n * analyzer/low/low.c. */\n// and tool/two/two.h\n"}), [])

    def test_path_in_a_comment_that_does_not_exist(self):
        text = "int a; /* See\n * old/low.h. */\nint b; // two/two.h\n"
        self.assertEqual(self.wrong({"tool/two/two.h": text}),
                         ["tool/two/two.h names old/low.h in a comment, which does not exist",
                          "tool/two/two.h names two/two.h in a comment, which does not exist"])

    def test_path_in_a_string_is_not_in_a_comment(self):
        text = 'const char *a = "\\"/* old/low.h */", b = \'"\', *c = "// old/low.h";\n'
        self.assertEqual(self.wrong({"analyzer/low/low.c": text}), [])


if __name__ == "__main__":
    unittest.main()
