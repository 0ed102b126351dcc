"""The time that many kernels or many findings take."""
from support import FINDINGS, CommandTest, unwrapped

STRIDED = "if(threadIdx.x>%d)a[threadIdx.x*2]+=1;"
LINES = {"strided": STRIDED, "columns": "if(threadIdx.x>%d)a[threadIdx.x*64]+=1;", "banks": "if(threadIdx.x>%d)s[threadIdx.x*2]+=1;"}


class Option(CommandTest):
    def seconds(self, text):
        """The compiler's time is not gpulint's."""
        result = self.expect(FINDINGS, "--no-compile", "--format", "short", "--fail-on", "note", self.write("many.cu", text))
        self.assertIn(f"many.cu:{text.count(chr(10))}:", result.out)
        return result.seconds

    def test_time_by_findings(self):
        """So must what each finding costs not grow with how many accesses there are beside it."""
        def kernel(line, count):
            body = "__shared__ float s[2048];" + "".join(line % (i % 1000) for i in range(count))
            return f"__global__ void k(float *a) {{{body}}}\n"
        for name, line in LINES.items():
            with self.subTest(name=name):
                self.check_growth(lambda count: self.seconds(kernel(line, count)), 1_500)

    def test_findings_of_too_large_a_launch(self):
        """What of one is not worked out, for being dear, is said of each finding."""
        def report(count):
            path = self.write("large.cu", f"__global__ void k(float *a) {{{''.join(STRIDED % (i % 32) for i in range(count))}}}\n")
            return path, self.report(FINDINGS, "--no-compile", "--fail-on", "note", path)["findings"]
        path, findings = report(1000)
        self.assertTrue(all(finding["predicted_penalty"] is None for finding in findings))
        why = "its launch has more than 2500 accesses and branches"
        self.assertEqual({finding["unpredicted_penalty"] for finding in findings}, {why})
        self.assertIn(f"not predicted, because {why}", unwrapped(self.expect(FINDINGS, "--no-compile", "--fail-on", "note", path).out))
        self.assertEqual({finding["unpredicted_penalty"] for finding in report(20)[1]}, {""})

    def test_time_by_kernels(self):
        """As generators write them, too: what one costs must not grow with how many there are."""
        def kernels(count):
            return "".join(f"__global__ void k{i}(float *a) {{ a[2 * threadIdx.x] += {i}; }}\n" for i in range(count))
        self.check_growth(lambda count: self.seconds(kernels(count)), 2_500)
