"""The time that code in one very long line takes."""
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
# NVRTC compiles these in a few seconds. It takes the others beyond gpulint's limit.
COMPILED_WHOLE = ("rejected", "tiles", "arguments")
FORMS = {"plain": "__global__ void k(float *a) {%s}\n", "macro": "#define BODY %s\n__global__ void k(float *a) {BODY}\n"}


class Option(CommandTest):
    """What each part of the code costs must not grow with all that stands before it, or around it."""

    def lint(self, name, form, bytes, *options):
        result = self.run_gpulint("--format", "short", *options, self.write("long.cu", FORMS[form] % BODIES[name](bytes)))
        self.assertIn(result.returncode, (CLEAN, FINDINGS, UNABLE))
        self.assertTrue(result.returncode != UNABLE or "long.cu" in result.out + result.err)
        return result

    def test_time_by_length(self):
        """With the compiler's own code where there is some."""
        for name in BODIES:
            options = [] if name in COMPILED_WHOLE else ["--no-compile"]
            for form in FORMS:
                with self.subTest(name=name, form=form):
                    self.check_growth(lambda bytes: self.lint(name, form, bytes, *options).seconds, 40_000)

    def test_a_million_bytes_in_one_line(self):
        """More parts than 16 bits count, and a tree of more levels than a stack has room for."""
        self.lint("statements", "plain", 1_000_000, "--no-compile")
        self.lint("sum", "plain", 500_000, "--no-compile")

    def test_a_compiled_line(self):
        """What gpulint makes of the compiler's code; the compiler's own time is not counted, for its answer is kept."""
        self.environment["XDG_CACHE_HOME"] = str(self.path / "cache")

        def seconds(name, form, bytes):
            self.lint(name, form, bytes)
            return self.lint(name, form, bytes).seconds
        for name in {*BODIES} - {*COMPILED_WHOLE}:
            with self.subTest(name=name):
                self.check_growth(lambda bytes: seconds(name, "plain", bytes), 1_000)
                self.lint(name, "macro", 4_000)
