"""verify: the worker's job, with launches, buffers and their contents."""
import base64
import json
import os
import struct

from support import BAD, CLEAN, ROOT, UNABLE, CommandTest, json_schema


class Verify(CommandTest):
    def job(self, program, *options):
        """The job that verify hands to the worker."""
        self.expect(UNABLE, "verify", "--runner", "cat >job.json", *options, self.write("program.cu", program))
        return json.loads((self.path / "job.json").read_text())

    def test_errors_of_the_compiler_have_their_place(self):
        job = self.job(BAD)
        (kernel,) = job["kernels"]
        for place, reported in [({"file": "program.cu", "line": 4}, "program.cu:4: "), ({"file": "", "line": 4}, "program.cu:1:17: "),
                            ({"file": "", "line": 0}, "program.cu:1:17: ")]:
            failed = {"id": kernel["id"], "status": "compile-error", "reason": "it is wrong", "problems": [{**place, "message": "it is wrong"}],
                      "function": "", "resources": None, "launches": []}
            self.write("result.json", json.dumps({"schema_version": 1, "status": "no-device", "reason": "no GPU", "device": None,
                                                  "compiler": {"name": "NVRTC", "version": "13.0", "arch": "sm_90"}, "sources": [],
                                                  "kernels": [failed]}))
            out = self.expect(UNABLE, "verify", "--runner", "cat >/dev/null; cat result.json", "program.cu").out
            self.assertIn(f"  not compiled\n{reported}error: compile-error: it is wrong\n", out)
            self.assertNotIn("occupancy", out[out.index("not compiled"):])

    def test_the_job_has_what_the_host_run_knows(self):
        job = self.job("""struct parameters { float *out; const int *from; int n; struct { short tag; float scale[2]; } more; };
__global__ void gather(parameters p, const float *in, float unknown) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < p.n) p.out[i] = in[p.from[i]] * p.more.scale[0] * unknown;
}
__global__ void rows(float **of) { of[threadIdx.x][0] = 1; }
int main(int, char **argv) {
	static int host[100];
	for (int i = 0; i < 100; i++) host[i] = i * 7 % 100;
	float *in, *out; int *from; float **table;
	cudaMalloc(&in, 400); cudaMalloc(&out, 400); cudaMalloc(&from, 400); cudaMalloc(&table, 256);
	cudaMemset(in, 0x3f, 200);
	cudaMemcpy(from, host, 400, cudaMemcpyHostToDevice);
	parameters p = {out, from, 100, {3, {1, 2}}};
	gather<<<1, 128>>>(p, in, argv[1][0]);
	rows<<<1, 32>>>(table);
}
""")
        gather, rows = job["kernels"]
        self.assertEqual(rows["launches"], [])
        record, pointer, unknown = gather["launches"][0]["arguments"]
        out, source, data = gather["buffers"]
        self.assertEqual([(p["at"], p["buffer"]) for p in record["pointers"]], [(0, out["id"]), (8, source["id"])])
        self.assertEqual(struct.unpack("<16xihxxff", base64.b64decode(record["base64"])), (100, 3, 1.0, 2.0))
        self.assertEqual(pointer, {"buffer": data["id"], "offset": 0})
        self.assertEqual(unknown, {"type": "f32", "value": 1.0})
        numbers = struct.unpack("<100i", base64.b64decode(source["fill"]["pieces"][0]["base64"]))
        self.assertEqual(numbers, tuple(i * 7 % 100 for i in range(100)))
        self.assertEqual(data["fill"], {"kind": "pieces", "pieces": [{"offset": 0, "count": 200, "byte": 0x3f}],
                                        "rest": {"kind": "random-float", "type": "f32"}})
        self.assertEqual(list(json_schema.errors(job, json.loads((ROOT / "docs" / "job.schema.json").read_text()))), [])

    def test_indices_lead_to_what_the_kernel_makes_of_them(self):
        job = self.job("""__global__ void scatter(float *out, const int *to) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[to[i] * 512 - 7] = 1;
}
int main() { float *out; int *to; cudaMalloc(&out, 1 << 22); cudaMalloc(&to, 1 << 22); scatter<<<4096, 256>>>(out, to); }
""")
        out, to = job["kernels"][0]["buffers"]
        self.assertEqual(to["fill"], {"kind": "index", "type": "u32", "low": 1, "limit": 2049})
        self.assertEqual(list(json_schema.errors(job, json.loads((ROOT / "docs" / "job.schema.json").read_text()))), [])

    def test_made_up_indices_fill_what_they_index(self):
        """As far as nothing else hangs on them: other buffers' sizes are no matter then."""
        program = """__global__ void count(unsigned *bins, const int *of, int *total) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(&bins[of[i]], 1);
	BESIDE
	if (i == 0) total[0] = gridDim.x;
}
int main() {
	unsigned *bins; int *of, *total; cudaMalloc(&bins, 4000); cudaMalloc(&of, 4 << 16); cudaMalloc(&total, 4);
	count<<<256, 256>>>(bins, of, total);
}
"""
        for beside, limit in (("", 1000), ("bins[of[i] * 10 + 9] = 1;", 100), ("for (int k = 0; k < of[i]; k++) bins[k] = 0;", 1),
                              ("bins[of[i] * of[i + 1] % 1000] = 1;", 1), ("bins[of[i] * of[i + 1] & 511] = 1;", 1000), ("int own[4] = {}; own[of[i]] = i; bins[own[i & 3] & 1] = 1;", 4),
                              ("extern __shared__ int s[]; s[of[i]] = 1;", 1)):
            (kernel,) = self.job(program.replace("BESIDE", beside))["kernels"]
            (of,) = (buffer for buffer in kernel["buffers"] if buffer["id"] == "of")
            self.assertEqual((of["fill"]["kind"], of["fill"]["limit"]), ("index", limit), beside)

    def test_few_true_indices_are_not_mixed_with_made_up_ones(self):
        program = """#include <stdio.h>
__global__ void sum(float *out, const float *in, const int *row) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	for (int k = row[i]; k < row[i + 1]; k++) s += in[k];
	out[i] = s;
}
int main() {
	static int host[1025]; float *out, *in; int *row;
	fread(host, 4, 1025, stdin);
	for (int i = FIRST; i < 1025; i++) host[i] = 5 * i;
	cudaMalloc(&out, 4096); cudaMalloc(&in, 5 * 4096); cudaMalloc(&row, 4100);
	cudaMemcpy(row, host, 4100, cudaMemcpyHostToDevice);
	sum<<<4, 256>>>(out, in, row);
}
"""
        for first, kind in (("1022", "index"), ("0", "pieces")):
            (kernel,) = self.job(program.replace("FIRST", first))["kernels"]
            (row,) = (buffer for buffer in kernel["buffers"] if buffer["id"] == "row")
            self.assertEqual(row["fill"]["kind"], kind)

    def test_launches_have_buffers_in_common(self):
        """As far as arguments of the same name lead to as much of the same; two that a launch has stay two."""
        job = self.job("""__global__ void add(float *out, const float *in, const int *from, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] += in[from[i]];
}
int main() {
	float *a, *b, *c; int *from, host[32];
	cudaMalloc(&a, 4096); cudaMalloc(&b, 4096); cudaMalloc(&c, 8192); cudaMalloc(&from, 128);
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < 32; i++) host[i] = i + round;
		cudaMemcpy(from, host, 128, cudaMemcpyHostToDevice);
		add<<<1, 32>>>(a, b, from, 32);
		add<<<1, 32>>>(b, a, from, 31 - round);
		add<<<1, 32>>>(a, c, from, 29 - round);
	}
	add<<<1, 32>>>(a, a, from, 27);
}
""")
        kernel, = job["kernels"]
        sizes = {buffer["id"]: buffer["bytes"] for buffer in kernel["buffers"]}
        self.assertEqual(sizes, {"out": 4096, "in": 4096, "from": 128, "in 2": 8192, "from 2": 128})
        self.assertEqual([[argument.get("buffer") for argument in launch["arguments"][:3]] for launch in kernel["launches"]], [
            ["out", "in", "from"], ["out", "in", "from"], ["out", "in 2", "from"],
            ["out", "in", "from 2"], ["out", "in", "from 2"], ["out", "in 2", "from 2"], ["out", "out", "from 2"]])
        pair, = self.job("""struct two { float *a; float *b; };
__global__ void both(two p) { p.a[threadIdx.x] = p.b[threadIdx.x]; }
int main() { two p; cudaMalloc(&p.a, 4096); cudaMalloc(&p.b, 4096); both<<<1, 32>>>(p); }
""")["kernels"]
        self.assertEqual(len({pointer["buffer"] for pointer in pair["launches"][0]["arguments"][0]["pointers"]}), 2)

    def test_structs_are_filled_member_by_member(self):
        job = self.job("""struct particle { float x, y, z; int id; double mass; bool alive; };
__global__ void move(float *out, const particle *p, const bool *moves) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = p[i].x / p[i].mass + p[i].id + moves[i];
}
int main() {
	float *out; particle *p; bool *moves;
	cudaMalloc(&out, 4096); cudaMalloc(&p, 32768); cudaMalloc(&moves, 1024);
	move<<<4, 256>>>(out, p, moves);
}
""")
        out, particles, moves = job["kernels"][0]["buffers"]
        self.assertEqual(moves["fill"], {"kind": "index", "type": "u8", "limit": 2})
        self.assertEqual(particles["fill"], {"kind": "records", "bytes": 32, "members": [
            {"at": 0, "count": 3, "fill": {"kind": "random-float", "type": "f32"}},
            {"at": 12, "count": 1, "fill": {"kind": "index", "type": "u32", "limit": 100}},
            {"at": 16, "count": 1, "fill": {"kind": "random-float", "type": "f64"}},
            {"at": 24, "count": 1, "fill": {"kind": "index", "type": "u8", "limit": 2}}]})
        self.assertEqual(list(json_schema.errors(job, json.loads((ROOT / "docs" / "job.schema.json").read_text()))), [])

    def test_a_launch_said_by_hand_is_the_one_that_is_made(self):
        """What nothing is known of is filled with numbers that do no harm: indices that lead nowhere out of bounds."""
        kernel, = self.job("""__global__ void gather(float *out, const float *in, const int *from, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = in[from[i]];
}
""", "--launch", "gather<<<3, 64>>>(4096, 8192, 1024, 130)")["kernels"]
        launch, = kernel["launches"]
        self.assertEqual((launch["grid"], launch["block"]), ([3, 1, 1], [64, 1, 1]))
        self.assertEqual(base64.b64decode(launch["arguments"][3]["base64"]), struct.pack("<i", 130))
        out, source, index = kernel["buffers"]
        self.assertEqual([buffer["bytes"] for buffer in kernel["buffers"]], [4096, 8192, 1024])
        self.assertEqual([buffer["fill"] for buffer in (out, source)], 2 * [{"kind": "random-float", "type": "f32"}])
        self.assertEqual((index["fill"]["kind"], index["fill"]["type"]), ("index", "u32"))
        self.assertEqual(index["fill"]["limit"], 2048)

    def test_the_job_has_constants_and_cooperation(self):
        job = self.job("""#include <cooperative_groups.h>
static __constant__ int order[4];
__constant__ float unused[4], *hidden;
__global__ void permute(float *out) { out[order[threadIdx.x & 3]] = 1; }
__global__ void say(float x) { printf("%f", sinf(1e6f * x)); }
__global__ void wait(float *out) { cooperative_groups::this_grid().sync(); out[threadIdx.x] = 1; }
__global__ void follow(float *out) { out[threadIdx.x] = hidden[threadIdx.x]; }
int main() {
	int numbers[4] = {3, 2, 1, 0};
	float *d; cudaMalloc(&d, 4096);
	cudaMemcpyToSymbol(order, numbers, sizeof numbers);
	say<<<1, 32>>>(3);
	permute<<<1, 32>>>(d);
	numbers[0] = 0;
	cudaMemcpyToSymbol(order, numbers, sizeof numbers);
	permute<<<2, 32>>>(d);
	void *arguments[] = {&d};
	cudaLaunchCooperativeKernel(wait, dim3(1), dim3(32), arguments);
	cudaMemcpyToSymbol(hidden, &d, sizeof d);
	follow<<<1, 32>>>(d);
}
""")
        permute, say, wait, follow = job["kernels"]
        self.assertEqual(say["variables"], [])
        (order,) = permute["variables"]
        self.assertEqual((order["link_name"], order["name_expression"]), ("_ZL5order", "order"))
        first, second = permute["launches"]
        self.assertNotIn("variables", first)
        (change,) = second["variables"]
        values = [struct.unpack("<4i", base64.b64decode(fill["pieces"][0]["base64"])) for fill in (order["fill"], change["fill"])]
        self.assertEqual(values, [(3, 2, 1, 0), (0, 2, 1, 0)])
        self.assertEqual([launch.get("cooperative", False) for launch in (first, second, *wait["launches"])],
                         [False, False, True])
        self.assertEqual(follow["variables"][0]["pointers"], [{"buffer": "out", "offset": 0, "at": 0}])
        self.assertEqual(list(json_schema.errors(job, json.loads((ROOT / "docs" / "job.schema.json").read_text()))), [])

    def test_the_job_has_what_addresses_in_memory_lead_to(self):
        """Each launch its own, and one that others have where that holds as much of the same."""
        job = self.job("""struct node { float value; node *next; };
struct block { float *in, *out; };
__constant__ block now;
__global__ void rows(const float *const *of, float *sum) { atomicAdd(sum, of[blockIdx.x][threadIdx.x]); }
__global__ void list(node *first, float *sum) { for (; first; first = first->next) *sum += first->value; }
__global__ void step() { now.out[threadIdx.x] = now.in[threadIdx.x]; }
int main() {
	float *row[3], **table, *sum;
	for (int i = 0; i < 3; i++) cudaMalloc(&row[i], 4096 << i);
	cudaMalloc(&table, sizeof row); cudaMalloc(&sum, 4);
	cudaMemcpy(table, row, sizeof row, cudaMemcpyHostToDevice);
	rows<<<3, 32>>>(table, sum);
	rows<<<2, 32>>>(table + 1, sum);
	node *nodes; cudaMallocManaged(&nodes, 2 * sizeof *nodes);
	for (int i = 0; i < 2; i++) { nodes[i].value = i; nodes[i].next = i ? nullptr : nodes + 1; }
	list<<<1, 1>>>(nodes, sum);
	for (int i = 0; i < 2; i++) {
		block b = {row[i], row[2 - i] + 256};
		cudaMemcpyToSymbol(now, &b, sizeof b);
		step<<<1, 32>>>();
	}
}
""")
        rows, chain, step = job["kernels"]
        self.assertEqual({buffer["id"]: buffer["bytes"] for buffer in rows["buffers"]},
                         {"of[0]": 4096, "of[1]": 8192, "of[2]": 16384, "of": 24, "sum": 4})
        (table,) = (buffer for buffer in rows["buffers"] if buffer["id"] == "of")
        self.assertEqual(table["pointers"], [{"buffer": f"of[{i}]", "offset": 0, "at": 8 * i} for i in range(3)])
        self.assertEqual([launch["arguments"][0] for launch in rows["launches"]],
                         [{"buffer": "of", "offset": 0}, {"buffer": "of", "offset": 8}])
        (first,) = (buffer for buffer in chain["buffers"] if buffer["id"] == "first")
        self.assertEqual(first["pointers"], [{"buffer": "first", "offset": 16, "at": 8}])
        sizes = {buffer["id"]: buffer["bytes"] for buffer in step["buffers"]}
        reported = [[(sizes[pointer["buffer"]], pointer["offset"], pointer["at"]) for pointer in held["pointers"]]
                for held in (step["variables"][0], step["launches"][1]["variables"][0])]
        self.assertEqual(reported, [[(4096, 0, 0), (16384, 1024, 8)], [(8192, 0, 0), (8192, 1024, 8)]])
        self.assertEqual(list(json_schema.errors(job, json.loads((ROOT / "docs" / "job.schema.json").read_text()))), [])

    @staticmethod
    def numpy_array(numbers, code="i", descr="<i4", version=1, order="False", shape=None):
        header = f"{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape or f'({len(numbers)},)'}, }}\n".encode()
        length = struct.pack("<H" if version == 1 else "<I", len(header))
        return b"\x93NUMPY" + bytes([version, 0]) + length + header + struct.pack(f"<{len(numbers)}{code}", *numbers)

    def test_inputs_given(self):
        program = """__global__ void gather(float *out, const float *in, const int *from) { out[threadIdx.x] = in[from[threadIdx.x]]; }
int main() {
	float *in, *out; int *from;
	cudaMalloc(&in, 400); cudaMalloc(&out, 400); cudaMalloc(&from, 128);
	cudaMemset(from, 0, 128);
	gather<<<1, 32>>>(out, in, from);
}
"""
        for version in [1, 2, 3]:
            self.write("from.npy", self.numpy_array(range(32), version=version))
            job = self.job(program, "--input", "from=from.npy")
            fill = next(buffer["fill"] for buffer in job["kernels"][0]["buffers"] if buffer["id"].startswith("from"))
            self.assertEqual(struct.unpack("<32i", base64.b64decode(fill["pieces"][0]["base64"])), tuple(range(32)))
        for content, reported in [(b"", "not a NumPy array"), (b"\x93NUMPY\x04\0\0\0\0\0\0", "not a NumPy array"),
                              (b"\x93NUMPY\x01\0\xff\xff{", "not a NumPy array"),
                              (b"\x93NUMPY\x01\0\x02\0{'", "its header is invalid"),
                              (self.numpy_array([1], shape="(99999999999999999999,)"), "its header is invalid"),
                              (self.numpy_array([1], shape="(4294967296, 4294967296)"), "its header is invalid"),
                              (self.numpy_array([1], order="True"), "Fortran"),
                              (self.numpy_array([1], descr=">i4"), "little-endian"),
                              *((self.numpy_array([1], descr=descr), "little-endian") for descr in ("|O", "<f1", "<b8", "|i4", "<i44", "<c8")),
                              *((self.numpy_array([1] * 4, shape=shape), "its header is invalid") for shape in ("(2 2)", "(4)", "(2, 2 ", "(,)", "(4,,)")),
                              (self.numpy_array([1], order="False, 'descr': '<f4'"), "its header is invalid"),
                              (self.numpy_array([1], order="False 'shape': (1,)"), "its header is invalid"),
                              (self.numpy_array([1], shape="(1,)} #"), "its header is invalid"),
                              (self.numpy_array([1], shape="(1,)}\0"), "its header is invalid"),
                              (self.numpy_array([]), "holds no numbers"),
                              (self.numpy_array([1, 2], shape="(3,)"), "its header gives 3 numbers, but it holds 8 bytes")]:
            self.write("from.npy", content)
            result = self.expect(UNABLE, "verify", "--input", "from=from.npy", "program.cu")
            self.assertIn("from.npy: ", result.err)
            self.assertIn(reported, result.err)
        for array, reported in [(self.numpy_array(range(32), "h", "<i2"), "the input for 'from' has numbers of 2 bytes, and the kernel's have 4"),
                            (self.numpy_array(range(32), "f", "<f4"), "the input for 'from' has floating-point numbers, and the kernel has integers"),
                            (self.numpy_array(range(33)), "the input for 'from' has 132 bytes, and its buffer has 128")]:
            self.write("from.npy", array)
            self.assertEqual(self.job(program, "--input", "from=from.npy")["kernels"][0]["launches"], [], reported)
            self.assertIn(reported, self.expect(UNABLE, "job", "--output", "refused.json", "--input", "from=from.npy", "program.cu").err)
        for array in (self.numpy_array(range(8), shape="( 2 , 4 )"), self.numpy_array(range(8), shape="(2,4,)")):
            self.write("from.npy", array)
            result = self.expect(CLEAN, "job", "--output", "short.json", "--input", "from=from.npy", "program.cu")
            self.assertIn("--input from: the array has 32 bytes, and a buffer of that name has 128; the rest gets random data", result.err)
        self.write("from.npy", self.numpy_array(range(32)))
        for given in ("gather:from", "from"):
            buffers = self.job(program, "--input", f"{given}=from.npy")["kernels"][0]["buffers"]
            self.assertEqual([buffer["id"] for buffer in buffers if "base64" in json.dumps(buffer)], ["from"])
        os.mkfifo(self.path / "pipe")
        for given, reported in [("form=from.npy", "no launch has a buffer of that name"), ("from", "NAME=FILE"),
                            ("from=nowhere.npy", "nowhere.npy: No such file"), ("from=.", ".: Is a directory"),
                            ("from=pipe", "pipe: not a regular file")]:
            self.assertIn(reported, self.expect(UNABLE, "verify", "--runner", "cat >/dev/null", "--input", given, "program.cu").err)
        self.assertIn("no launch has a buffer of that name", self.expect(UNABLE, "job", "--output", "x", "--input", "scatter:from=from.npy", "program.cu").err)
        twice = ["--input", "from=from.npy", "--input", "to=from.npy", "--input", "from=from.npy"]
        self.assertEqual(self.expect(UNABLE, "job", "--output", "twice", *twice, "program.cu").err, "gpulint: --input: from is given twice\n")

    def test_an_input_is_for_what_it_names_and_fits(self):
        program = """namespace n { __global__ void halves(const float *data, float *out) { out[threadIdx.x] = data[threadIdx.x]; } }
__global__ void wholes(const int *data, float *out) { out[threadIdx.x] = data[threadIdx.x]; }
struct inner { const int *in; }; struct part { inner of; int step; };
__global__ void parts(part p, part q, float *out) { out[threadIdx.x] = p.of.in[threadIdx.x] + q.of.in[threadIdx.x]; }
int main() {
	float *a, *b; int *c, *d; cudaMalloc(&a, 128); cudaMalloc(&b, 128); cudaMalloc(&c, 128); cudaMalloc(&d, 128);
	n::halves<<<1, 32>>>(a, b); wholes<<<1, 32>>>(c, b); parts<<<1, 32>>>({{c}, 1}, {{d}, 1}, b);
}
"""
        self.write("whole.npy", self.numpy_array(range(32)))
        self.write("half.npy", self.numpy_array(range(32), "f", "<f4"))
        def given(*inputs):
            options = [option for text in inputs for option in ("--input", text)]
            job = self.job(program, *options)
            self.assertEqual([len(kernel["launches"]) for kernel in job["kernels"]], [1, 1, 1])
            return [f"{kernel['id'].split()[1]}:{buffer['id']}" for kernel in job["kernels"] for buffer in kernel["buffers"]
                    if "base64" in json.dumps(buffer)]
        self.assertEqual(given("data=whole.npy"), ["wholes:data"])
        reported = self.expect(CLEAN, "job", "--output", "x.json", "--input", "data=whole.npy", "program.cu").err
        self.assertIn("--input data: not used for all buffers of that name: halves: the input for 'data' has integers, and the kernel has floating-point", reported)
        self.assertEqual(given("halves:data=half.npy", "data=whole.npy"), ["halves:data", "wholes:data"])
        self.assertEqual(given("n::halves:data=half.npy"), ["halves:data"])
        self.assertEqual(given("in=whole.npy"), ["parts:in", "parts:in 2"])
        self.assertEqual(given("q.of.in=whole.npy"), ["parts:in 2"])
        self.assertEqual(given("parts:p.of.in=whole.npy"), ["parts:in"])
        # What does not fit the only kernel that is meant leaves that out, and no other.
        self.assertEqual([len(kernel["launches"]) for kernel in self.job(program, "--input", "halves:data=whole.npy")["kernels"]], [0, 1, 1])
