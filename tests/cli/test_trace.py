"""dump trace: the decisions behind the figures of one place."""
import json
import re

from support import CLEAN, GOOD, ROOT, UNABLE, CommandTest, unwrapped

PROGRAM = """__global__ void hoisted(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += in[0] * k;
	out[i] = sum;
}

__global__ void twice(float *out, const float *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float first = in[i];
	out[i] = first + in[i];
}

__global__ void added(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += in[k * 1024 + i];
	out[i] = sum;
}

__global__ void waiting(float *out, const int *index, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[index[i]] = 1;
}

__global__ void guarded(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (n < 0)
		out[i + 7] = 1;
	out[i] = 1;
}

int main()
{
	float *a, *b;
	cudaMalloc(&a, 1048576 * sizeof(float));
	cudaMalloc(&b, 1048576 * sizeof(float));
	hoisted<<<4096, 256>>>(a, b, 1000);
	twice<<<4096, 256>>>(a, b);
	twice<<<2, 64>>>(a, b);
	added<<<4, 256>>>(a, b, 1000);
	guarded<<<4096, 256>>>(a, 5);
	return 0;
}
"""


def line_of(text):
    return next(number for number, line in enumerate(PROGRAM.split("\n"), 1) if text in line)


def column_of(text, part):
    return next(line.index(part) + 1 for line in PROGRAM.split("\n") if text in line)


class Trace(CommandTest):
    def trace(self, text, *options, column=None):
        """What is said of the line of PROGRAM that holds the text, site by site, in one line each."""
        site = f"program.cu:{line_of(text)}" + (f":{column}" if column else "")
        out = self.expect(CLEAN, "dump", "trace", "--site", site, *options, self.write("program.cu", PROGRAM)).out
        return [unwrapped(part) for part in re.split(r"\n(?=program\.cu:\d+:\d+: )", out)]

    def test_exact_coalesced_load(self):
        good = self.write("good.cu", GOOD)
        said = unwrapped(self.expect(CLEAN, "dump", "trace", "--site", "good.cu:4:11", good).out)
        self.assertTrue(said.startswith("good.cu:4:11: load of 'in[i]', global memory, 4 bytes a lane kernel copy at good.cu:1:17"))
        figures = "32768 requests, 1048576 lanes, 131072 sectors (ideal 131072)"
        self.assertIn(f"launch <<<(4096, 1, 1), (256, 1, 1), 0>>> at good.cu:12:2, made by the program", said)
        self.assertIn(f"figures {figures} confidence exact", said)
        for text in ["pattern contiguous", "loop none is around it", "boxes 1 boxes for 4096 of 4096 blocks", "run complete",
                     "decision one site: all instructions of the line are its own"]:
            self.assertIn(text, said)
        self.assertRegex(said, r"blocks \d of 4096 ran: \(0,0,0\) for 1, ")
        self.assertRegex(said, rf"instruction 0x[0-9a-f]{{4}} LDG, 4 bytes a lane, at good\.cu:4(:11)?, loop depth 0: 32768 executions "
                               rf"by warps, {re.escape(figures)}")
        steps = said[said.index("confidence, step by step"):]
        self.assertRegex(steps, rf"source assumed: figures from the source: not compiled.* figures: {re.escape(figures)}, 4 bytes a lane map assumed -> exact by: 1 "
                                r"instruction of 1 site: their figures are the source's figures: unchanged report exact$")

    def test_sampled_blocks_stand_for_all(self):
        said, = self.trace("out[i] = sum", column=2)
        weights = re.search(r"blocks (\d+) of 4096 ran: (.*?) loop", said)
        numbers = [float(number) for number in re.findall(r"for ([\d.]+)", weights[2])]
        self.assertEqual(len(numbers), int(weights[1]))
        self.assertAlmostEqual(sum(numbers), 4096, delta=0.1)

    def test_all_sites_of_a_line(self):
        sites = self.trace("out[i] = first")
        self.assertEqual([re.match(r"\S+: (\w+) of '(.*?)'", site).groups() for site in sites],
                         2 * [("store", "out[i]"), ("load", "in[i]")])
        self.assertEqual([re.search(r"launch (<<<\(\d+)", site)[1] for site in sites], 2 * ["<<<(4096"] + 2 * ["<<<(2"])

    def test_hoisted_load(self):
        said, = self.trace("sum += in[0]", column=column_of("sum += in[0]", "in[0]"))
        moved = re.search(r"line program\.cu:(\d+), moved there by the compiler", said)
        self.assertLess(int(moved[1]), line_of("sum += in[0]"))
        hint = self.expect(UNABLE, "dump", "trace", "--site", f"program.cu:{moved[1]}", "program.cu").err
        self.assertIn(f"has the load of 'in[0]' on this line; it stands at program.cu:{line_of('sum += in[0]')}:10", hint)
        self.assertRegex(said, r"map assumed: the compiler moved it to another line, .* figures: 32768 requests, 1048576 lanes, 32768 sectors")
        self.assertIn("report assumed", said)
        self.assertRegex(said, r"source assumed: .* figures: 32768000 requests")

    def test_load_that_another_makes(self):
        said = self.trace("out[i] = first", column=column_of("out[i] = first", "in[i]"))[0]
        self.assertIn("figures none: the site is not in the report", said)
        self.assertRegex(said, rf"elsewhere 0x[0-9a-f]{{4}} LDG at program\.cu:{line_of('first = in[i]')}")
        self.assertRegex(said, r"map leaves the report: the compiler has no instruction for it.* report none$")

    def test_sampled_loop(self):
        said, = self.trace("in[k * 1024 + i]", column=column_of("in[k * 1024 + i]", "in[k"))
        loop = re.search(rf"loop program\.cu:{line_of('in[k * 1024 + i]') - 1}:2, entered 4 times: (\d+) of 1000 iterations ran; the trip "
                         r"count is known", said)
        self.assertLess(int(loop[1]), 100)
        self.assertIn(f"events {4 * 8 * int(loop[1])} requests and branches of warps were counted", said)
        self.assertRegex(said, r"iterations \d+ periods of a loop, from 0x[0-9a-f]{4} to 0x[0-9a-f]{4}, were not run")
        self.assertRegex(said, r"decision one site.* map assumed -> exact by: \d+ instructions of 1 site: their figures are the source's")

    def test_loop_that_data_ends(self):
        source = GOOD.replace("out[i] = in[i];", "while (in[i] > 0)\n\t\ti += 32;\n\tout[i] = 1;")
        said = unwrapped(self.expect(CLEAN, "dump", "trace", "--site", "chase.cu:4:9", self.write("chase.cu", source)).out)
        self.assertRegex(said, r"loop chase\.cu:4:2, entered \d+ times: \d+ iterations ran; the trip count is assumed: data decides when the "
                               r"loop ends")
        self.assertRegex(said, r"caveat trip counts: the figure is for \d+ iterations of the loop at line 4")

    def test_assumed_launch(self):
        store, load = self.trace("out[index[i]] = 1")
        self.assertIn("assumed arguments out = out index = index n = 65536", store)
        self.assertIn("confidence unknown why the parameter 'index' is not bound", store)
        self.assertIn("decision open: data that is not known decides some of the line's instructions", store)
        for caveat in ["caveat launch: n = 65536: no launch binds it", "caveat placement: 'index' is aligned as cudaMalloc aligns memory"]:
            self.assertIn(caveat, load[:load.index("machine code")])
        self.assertIn("caveat source: 'index' is aligned as", load[load.index("machine code"):])
        self.assertRegex(load, r"map assumed: n = 65536: no launch binds it by: 1 instruction of 1 site")

    def test_run_that_is_not_complete(self):
        source = GOOD.replace("out[i] = in[i];", """unsigned at = i;
	float sum = 0;
	for (int k = 0; k < 100000; k++) {
		at = at * 1664525u + 1013904223u;
		sum += in[(at >> 8) % 65536];
	}
	out[i] = sum;""")
        line = next(number for number, text in enumerate(source.split("\n"), 1) if "sum +=" in text)
        said = unwrapped(self.expect(CLEAN, "dump", "trace", "--site", f"heavy.cu:{line}", self.write("heavy.cu", source)).out)
        self.assertRegex(said, r"figures none; seen were \d+ requests, \d+ lanes, cost unknown confidence unknown why it changes in the loop at line 6")
        self.assertRegex(said, r"loop heavy\.cu:6:2, entered \d times: \d+ of 100000 iterations ran")
        self.assertRegex(said, r"block \(\d+, 0, 0\) ended at 0x[0-9a-f]{4}.*?: more steps than the limit")
        self.assertIn("run not complete: more steps than the limit", said)
        self.assertNotIn("instruction 0x", said)
        self.assertTrue(said.endswith("report unknown"))

    def test_branch(self):
        said, = self.trace("if (i < n)")
        self.assertIn("branch on 'i < n'", said)
        self.assertRegex(said, r"condition on its lines 0 jumps, calls and returns, 1 predicated exits")
        self.assertIn("decision no jump but a predicated exit", said)

    def test_not_compiled(self):
        said, = self.trace("in[k * 1024 + i]", "--no-compile", column=column_of("in[k * 1024 + i]", "in[k"))
        self.assertRegex(said, r"machine code compiled no: --no-compile confidence, step by step source assumed: figures from the source: not compiled")
        self.assertNotIn("instruction", said)
        self.assertTrue(said.endswith("report assumed"))

    def test_template_and_inline_assembly(self):
        source = PROGRAM.replace("__global__ void added", "template <int N> __global__ void added").replace("added<<<4", "added<3><<<4")
        source = source.replace("out[i] = sum;\n}\n\n__global__ void waiting",
                                'asm volatile("st.global.f32 [%0], %1;" :: "l"(out + i), "f"(sum));\n}\n\n__global__ void waiting')
        line = next(number for number, text in enumerate(source.split("\n"), 1) if "asm" in text)
        said = unwrapped(self.expect(CLEAN, "dump", "trace", "--site", f"asm.cu:{line}", self.write("asm.cu", source)).out)
        self.assertIn("kernel added<3> at", said)
        self.assertIn("events none: the evaluator knows of no access here", said)
        self.assertRegex(said, r"map exact by: only the machine code has it: .* figures: 32 requests, 1024 lanes, 128 sectors")

    def test_nothing_is_there(self):
        program = self.write("program.cu", PROGRAM)
        said = self.expect(UNABLE, "dump", "trace", "--site", "program.cu:2", program)
        self.assertEqual(said.out, "")
        self.assertRegex(said.err, r"--site program\.cu:2: no site of a launch is there; the nearest are program\.cu:5:2 \(branch 'k < n'\), "
                                   r"program\.cu:6:10 \(load 'in\[0\]'\), ")
        wrong_column = self.expect(UNABLE, "dump", "trace", "--site", "program.cu:6:9", program).err
        self.assertRegex(wrong_column, r"program\.cu:6:9: no site .* nearest are program\.cu:6:10 ")
        self.assertIn("no launch has a site in this file", self.expect(UNABLE, "dump", "trace", "--site", "other.cu:2", program).err)
        unreached = self.expect(UNABLE, "dump", "trace", "--site", f"program.cu:{line_of('out[i + 7]')}", program).err
        self.assertIn("nothing that was evaluated reaches this access: ", unreached)

    def test_file_by_its_last_parts(self):
        self.write("kernels/near/good.cu", GOOD)
        for name, code in [("good.cu", CLEAN), ("near/good.cu", CLEAN), ("./kernels/near/good.cu", CLEAN), ("far/good.cu", UNABLE), ("ood.cu", UNABLE)]:
            self.expect(code, "dump", "trace", "--site", f"{name}:4", "kernels/near/good.cu")

    def test_malformed_place(self):
        good = self.write("good.cu", GOOD)
        for place in ["good.cu", "good.cu:", "good.cu:0", "good.cu:x", "good.cu:4:", "good.cu:4:x", ":4", ":4:2", "4", "good.cu:-4",
                      "good.cu:99999999999999999999", ""]:
            self.assertIn("is not FILE:LINE or FILE:LINE:COLUMN", self.expect(UNABLE, "dump", "trace", "--site", place, good).err, place)
        self.write("a:b.cu", GOOD)
        self.expect(CLEAN, "dump", "trace", "--site", "a:b.cu:4:11", "a:b.cu")

    def test_option_goes_with_trace_alone(self):
        good = self.write("good.cu", GOOD)
        self.assertIn("dump trace needs --site", self.expect(UNABLE, "dump", "trace", good).err)
        self.assertIn("--site is an option of dump trace alone", self.expect(UNABLE, "dump", "facts", "--site", "good.cu:4", good).err)
        self.assertIn("--site is not an option of lint", self.expect(UNABLE, "--site", "good.cu:4", good).err)

    def test_same_text_each_time(self):
        program = self.write("program.cu", PROGRAM)
        for text in ["in[k * 1024 + i]", "out[i] = first", "out[index[i]]"]:
            said = [self.expect(CLEAN, "dump", "trace", "--site", f"program.cu:{line_of(text)}", program).out for _ in range(3)]
            self.assertEqual(said[0], said[1])
            self.assertEqual(said[0], said[2])

    def test_lines_are_short(self):
        example = str(ROOT / "examples/transpose.cu")
        lines = self.expect(CLEAN, "dump", "trace", "--site", "transpose.cu:31", example).out.split("\n")
        self.assertGreater(len(lines), 40)
        for line in lines:
            self.assertLessEqual(len(line.replace(example, "")), 100)

    def test_figures_are_those_of_the_report(self):
        report = json.loads(self.run_gpulint("--format", "json", self.write("program.cu", PROGRAM)).out)
        compared = 0
        for kernel in report["kernels"]:
            for launch in kernel["launches"]:
                for site in launch["sites"]:
                    place = site.get("called_from") or site
                    traced = self.expect(CLEAN, "dump", "trace", "--site", f"program.cu:{place['line']}:{place['column']}", "program.cu").out
                    said = re.findall(r"^    figures +(.*)\n(?: {20}.*\n)*    confidence +(\w+)", traced, re.MULTILINE)
                    requests = site["predicted"]["requests"]
                    expected = "none; seen were " if requests is None else f"{requests} "
                    self.assertTrue([text for text, confidence in said if text.startswith(expected) and confidence == site["standing"]],
                                    f"{expected} {site['standing']}\n{traced}")
                    compared += 1
        self.assertGreater(compared, 12)
