"""The time that code in one very long line takes."""
import resource

from support import CLEAN, FINDINGS, UNABLE, CommandTest


class Option(CommandTest):
    def test_a_million_bytes_in_one_line(self):
        """As generators write it. What each part of the code costs must not grow with all that stands before it, or around it."""
        def repeat(text):
            return "".join(text % (i % 1000) for i in range(1_000_000 // len(text)))
        shared = "__shared__ float s[32][32];"
        lines = {"statements": repeat("a[%d]=1;"), "rejected": repeat("b[%d]=1;"), "tiles": shared + repeat("s[threadIdx.x][1]=a[%d];"),
                 "arguments": f"a[0]=unknown({repeat('a[%d],')}0);", "sum": f"a[0]={repeat('a[%d]+')}0;",
                 "initialiser": f"int b[]={{{repeat('%d,')}0}};a[0]=b[threadIdx.x];"}
        for name, body in lines.items():
            for text in (f"__global__ void k(float *a) {{{body}}}\n", f"#define BODY {body}\n__global__ void k(float *a) {{BODY}}\n"):
                with self.subTest(name=name, text=text[:10]):
                    before = resource.getrusage(resource.RUSAGE_CHILDREN)
                    result = self.run_gpulint("--format", "short", self.write("long.cu", text))
                    after = resource.getrusage(resource.RUSAGE_CHILDREN)
                    self.assertIn(result.returncode, (CLEAN, FINDINGS, UNABLE))
                    self.assertTrue(result.returncode != UNABLE or "long.cu" in result.out + result.err)
                    self.assertLess(after.ru_utime - before.ru_utime, 20)
