#!/usr/bin/env python3
"""Whether run.py takes a changed report over only where the program's comments agree.

    test_run.py GPULINT
"""
import contextlib
import io
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

import run

GPULINT = str(pathlib.Path(sys.argv.pop()).resolve())
LINE = "__global__ void k(float *a) { a[threadIdx.x * 32] = 1; }"
MAIN = "\nint main() { float *a; cudaMalloc(&a, 1 << 27); k<<<1, 1024>>>(a); return cudaDeviceSynchronize(); }\n"


class Update(unittest.TestCase):
    def updated(self, comment):
        """What is reported, and what the kept report is afterwards."""
        with tempfile.TemporaryDirectory() as folder:
            program, kept = pathlib.Path(folder) / "program.cu", pathlib.Path(folder) / "program.text.out"
            program.write_text(LINE + comment + MAIN)
            kept.write_text("as it was")
            with mock.patch.multiple(run, GOLDEN=kept.parent, OUTPUTS={kept.name: ["--notes", str(program)]}):
                return list(run.check_outputs(GPULINT, True)), kept.read_text()

    def test_refuses_what_the_comments_do_not_say(self):
        for comment in ["", "  // expect: bank-conflict", "  // expect: strided-access misaligned-access"]:
            with self.subTest(comment=comment):
                problems, kept = self.updated(comment)
                self.assertEqual(kept, "as it was")
                self.assertIn("program.text.out: not updated", problems[-1])

    def test_takes_over_what_they_say(self):
        findings, _ = self.updated("")
        (rule,) = [line.rsplit(" ", 1)[-1] for line in findings if "found but not expected" in line]
        problems, kept = self.updated(f"  // expect: {rule}")
        self.assertEqual(problems, [])
        self.assertIn(f"[{rule}]", kept)


if __name__ == "__main__":
    unittest.main()
