"""The time that files may take to be parsed."""
import json
import resource

from support import FINDINGS, UNABLE, CommandTest


class Option(CommandTest):
    def test_slow_to_parse(self):
        """A file that takes long is not parsed once more, and one that takes too long is given up; the report says what that leaves
        out."""
        def run(count, *options):
            path = self.write("slow.cu", "constexpr long spin(long n) { long s = 0; for (long i = 0; i < 200000 + n; i++) s += i & 3; return s; }\n" +
                              "template <typename T> __global__ void scale(T *a) { a[2 * threadIdx.x] *= 2; }\n"
                              "template __global__ void scale<float>(float *);\n"
                              "__global__ void plain(float *a) { a[2 * threadIdx.x] += 1; }\n" +
                              "".join(f"static_assert(spin({n}) > 0, \"\");\n" for n in range(count)))
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            # NVRTC would take as long for the file.
            result = self.run_gpulint("--no-compile", "--format", "json", "--fail-on", "note", path)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = after.ru_utime - before.ru_utime
            self.assertLess(seconds, 20)
            return result, json.loads(result.out), seconds
        reported = "instances of this template"
        result, report, start = run(0)
        self.assertEqual([kernel["line"] for kernel in report["kernels"]], [2, 4])
        self.assertNotIn(reported, result.out)
        seconds = (run(4)[2] - start) / 8        # a short one is parsed twice
        result, report, _ = run(round(8 / seconds))
        self.assertEqual(result.returncode, FINDINGS)
        self.assertEqual([kernel["line"] for kernel in report["kernels"]], [4])
        self.assertEqual([problem["line"] for problem in report["files"][0]["problems"] if reported in problem["message"]], [2])
        self.assertEqual(report["files"][0]["status"], "partial")
        result, report, _ = run(round(64 / seconds))
        self.assertEqual(result.returncode, UNABLE)
        self.assertIn("slow.cu: the compiler's parser did not end within 16 seconds", result.err)
