#!/usr/bin/env python3
"""What a project that nobody may trust tries: names of ours, files that are no files, inputs without bounds, names that write to the
terminal. Each of these has to end soon, with a message, and with what there is to say of the other kernels and files.

    hostile.py GPULINT [NAME...]  runs these: a class, or CLASS.METHOD; all without a name
"""
import os
import sys
import unittest

import run
from run import BAD, CLEAN, FINDINGS, GOOD, UNABLE, CommandTest


class Headers(CommandTest):
    """Files of the project that have the names of ours."""

    def check_untouched(self, *flags, where="."):
        expected = self.report(FINDINGS, "bad.cu")
        for name in self.names():
            self.write(f"{where}/{name}", "#error a file of the project's is in place of ours\n")
            for suffix in ["pch", "gch"]:
                self.write(f"{where}/{name}.{suffix}", b"CPCH" + bytes(range(256)))
        self.assertEqual(self.report(FINDINGS, "bad.cu", *flags), expected)

    def names(self):
        folder = run.ROOT / "analyzer" / "frontend" / "headers"
        return [str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()]

    def setUp(self):
        super().setUp()
        self.write("bad.cu", "#include <algorithm>\n#include <cub/cub.cuh>\n" + BAD)

    def test_beside_the_source(self):
        self.check_untouched()

    def test_of_our_folder_in_an_include_folder(self):
        self.names = lambda: [name for name in Headers.names(self) if name.startswith("gpulint")]
        self.check_untouched("--", "-Iinclude", "-iquote", "include", where="include")

    def test_in_an_include_folder(self):
        """The program's own names are what it asks for, as with nvcc; what ours include stays ours."""
        own = ["algorithm", "cub/cub.cuh"]
        self.names = lambda: [name for name in Headers.names(self) if name not in own]
        self.check_untouched("--", "-Iinclude", where="include")

    def test_precompiled(self):
        self.write("first.h", "#define STEP 32\n")
        self.write("first.h.pch", b"CPCH" + bytes(range(256)))
        self.write("first.h.gch", b"CPCH" + bytes(range(256)))
        self.write("bad.cu", BAD.replace("32 * i", "STEP * i"))
        result = self.expect(FINDINGS, "bad.cu", "--", "-include", "first.h")
        self.assertIn("32.0 sectors/request", result.out)
        self.assertEqual(result.err, "")

    def test_a_map_of_headers(self):
        self.write("project.hmap", b"pamh" + bytes(200))
        self.expect(CLEAN, self.write("good.cu", GOOD), "--", "-Iproject.hmap", "-isystem", "project.hmap")


SECOND_CRASH = """#define gl_reference_0 _Pragma("clang __debug crash") gl_reference_x
template <int N> __global__ void spread(float *x) { x[threadIdx.x * N] = 1; }
"""


class Crashes(CommandTest):
    """Of the compiler's parser: they cost the file that makes it crash, and no other."""

    def check(self, source, *options):
        self.write("good.cu", GOOD)
        result = self.expect(UNABLE, "--format", "short", *options, self.write("crash.cu", source), self.write("bad.cu", BAD), "good.cu")
        messages = [line for line in result.err.splitlines() if "there is no kernel of that name" not in line]
        self.assertEqual(messages, ["gpulint: crash.cu: the compiler's parser crashed on this file"])
        self.assertIn("bad.cu:4:", result.out)
        self.assertNotIn("crash.cu", result.out)
        report = self.report(UNABLE, *options, "crash.cu", "bad.cu", "good.cu")
        self.assertEqual({file["path"]: file["status"] for file in report["files"]}, {"bad.cu": "ok", "crash.cu": "failed", "good.cu": "ok"})
        self.assertEqual([kernel["file"] for kernel in report["kernels"]], ["bad.cu", "good.cu"])

    def test_at_once(self):
        for pragma in ["crash", "parser_crash", "llvm_fatal_error"]:
            self.check(f"#pragma clang __debug {pragma}\n" + GOOD.replace("copy", "first"))

    def test_in_the_second_parse(self):
        self.check(SECOND_CRASH + "template __global__ void spread<8>(float *);\nint main() { float *d; cudaMalloc(&d, 4096); }\n")

    def test_in_the_second_parse_for_a_launch(self):
        self.check(SECOND_CRASH + "template __global__ void spread<4>(float *);\n", "--launch", "spread<8><<<1, 32>>>(_)")

    def test_what_the_parser_says_of_its_own_accord(self):
        pragmas = "".join(f"#pragma clang __debug {what}\n" for what in ["diag_mapping", "macro GOOD", "dump", "module_map x", "handled_crash"])
        result = self.expect(CLEAN, self.write("good.cu", pragmas + GOOD))
        self.assertEqual(result.err, "")


if __name__ == "__main__":
    run.GPULINT = os.path.abspath(sys.argv[1])
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
