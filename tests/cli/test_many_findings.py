"""The time that many kernels or many findings take."""
import resource

from support import FINDINGS, CommandTest, unwrapped


class Option(CommandTest):
    def test_a_million_bytes_of_findings(self):
        """So must what each finding costs not grow with how many accesses there are beside it. The compiler's time is not gpulint's."""
        lines = {"strided": "if(threadIdx.x>%d)a[threadIdx.x*2]+=1;", "columns": "if(threadIdx.x>%d)a[threadIdx.x*64]+=1;",
                 "banks": "if(threadIdx.x>%d)s[threadIdx.x*2]+=1;"}
        for name, line in lines.items():
            with self.subTest(name=name):
                body = "__shared__ float s[2048];" + "".join(line % (i % 1000) for i in range(1_000_000 // len(line)))
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                result = self.expect(FINDINGS, "--no-compile", "--format", "short", "--fail-on", "note",
                                     self.write("long.cu", f"__global__ void k(float *a) {{{body}}}\n"))
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                self.assertIn("long.cu:1:", result.out)
                self.assertLess(after.ru_utime - before.ru_utime, 8)

    def test_findings_of_too_large_a_launch(self):
        """What of one is not worked out, for being dear, is said of each finding."""
        def report(count):
            line = "if(threadIdx.x>%d)a[threadIdx.x*2]+=1;"
            path = self.write("large.cu", f"__global__ void k(float *a) {{{''.join(line % (i % 32) for i in range(count))}}}\n")
            return path, self.report(FINDINGS, "--fail-on", "note", path)["findings"]
        path, findings = report(2000)
        self.assertTrue(all(finding["predicted_penalty"] is None for finding in findings))
        why = "its launch has more than 2500 accesses and branches"
        self.assertEqual({finding["unpredicted_penalty"] for finding in findings}, {why})
        self.assertIn(f"not predicted, because {why}", unwrapped(self.expect(FINDINGS, "--fail-on", "note", path).out))
        self.assertEqual({finding["unpredicted_penalty"] for finding in report(20)[1]}, {""})

    def test_many_kernels(self):
        """As generators write them, too: what one costs must not grow with how many there are."""
        def seconds(count):
            kernels = "".join(f"__global__ void k{i}(float *a) {{ a[2 * threadIdx.x] += {i}; }}\n" for i in range(count))
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            result = self.expect(FINDINGS, "--no-compile", "--format", "short", "--fail-on", "note", self.write("many.cu", kernels))
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.assertIn(f"many.cu:{count}:", result.out)
            return after.ru_utime - before.ru_utime
        self.assertLess(seconds(20_000), 12 * seconds(2_500))
