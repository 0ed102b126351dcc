"""The time that code in one very long line takes."""
import resource

from support import CLEAN, FINDINGS, UNABLE, CommandTest


def repeat(text, bytes):
    return "".join(text % (i % 1000) for i in range(bytes // len(text)))


# As generators write it.
BODIES = {
    "statements": lambda size: repeat("a[%d]=1;", size),
    "rejected": lambda size: repeat("b[%d]=1;", size),
    "tiles": lambda size: "__shared__ float s[32][32];" + repeat("s[threadIdx.x][1]=a[%d];", size),
    "arguments": lambda size: f"a[0]=unknown({repeat('a[%d],', size)}0);",
    "sum": lambda size: f"a[0]={repeat('a[%d]+', size)}0;",
    "initialiser": lambda size: f"int b[]={{{repeat('%d,', size)}0}};a[0]=b[threadIdx.x];",
}
# Of a million bytes NVRTC compiles these in a few seconds. It takes the others beyond gpulint's limit.
COMPILED_WHOLE = ("rejected", "tiles", "arguments")


class Option(CommandTest):
    """What each part of the code costs must not grow with all that stands before it, or around it."""

    def check(self, bytes, name):
        body = BODIES[name](bytes)
        for text in (f"__global__ void k(float *a) {{{body}}}\n", f"#define BODY {body}\n__global__ void k(float *a) {{BODY}}\n"):
            with self.subTest(name=name, text=text[:10]):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                result = self.run_gpulint("--format", "short", self.write("long.cu", text))
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                self.assertIn(result.returncode, (CLEAN, FINDINGS, UNABLE))
                self.assertTrue(result.returncode != UNABLE or "long.cu" in result.out + result.err)
                self.assertLess(after.ru_utime - before.ru_utime, 20)

    def test_a_million_bytes_in_one_line(self):
        """With the compiler's own code where there is some."""
        for name in COMPILED_WHOLE:
            self.check(1_000_000, name)
        self.environment["GPULINT_NVRTC"] = "/no/such/library"
        for name in {*BODIES} - {*COMPILED_WHOLE}:
            self.check(1_000_000, name)

    def test_a_compiled_line(self):
        for name in {*BODIES} - {*COMPILED_WHOLE}:
            self.check(10_000, name)
