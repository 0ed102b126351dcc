/* Values of --launch. */
#include <stdlib.h>
#include <string.h>

#include "eval/eval.h"
#include "frontend/frontend.h"
#include "fuzz.h"

const char *const fuzz_seeds[] = {
	"copy<<<4096, 256>>>(_, _, 3)",
	"copy<<<dim3(4, 4, 2), (32, 8), 1024 * 4>>>(4096, 1 << 20, -5)",
	"ns::scale<float, 4><<<1, 32>>>(_, 1.5e3, {1, 2})",
	" copy <<< 2 * 3 + 1, 32 - 8 / 2 >>> ( 0x10 , _ , 'a' ) ; ",
	NULL,
};

/* clang-format off */
const char *const fuzz_words[] = {
	"<<<", ">>>", "(", ")", ",", "_", "dim3(", "0", "-1", "1e30", "2147483648", "9223372036854775807", "18446744073709551616", "0x", "<", ">", "::", "copy",
	"ns::scale<float, 4>", "ns::scale", " ", "*", "/", "%", "<<", "1.5", "((((", NULL,
};
/* clang-format on */

static const char program[] =
	"struct pair { int a, b; };\n"
	"__global__ void copy(float *out, const float *in, int n) { out[n * threadIdx.x] = in[threadIdx.x + blockIdx.y]; }\n"
	"namespace ns { template <typename T, int N> __global__ void scale(T *a, double by, pair p) { a[N * threadIdx.x] *= by + p.a; } }\n"
	"template __global__ void ns::scale<float, 4>(float *, double, pair);\n";

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct ir_unit unit; /* parsed once for all inputs */
	const struct frontend_options parsing = {
		.arch = "sm_90", .contents = program, .contents_length = sizeof program - 1};
	if (!unit.path)
		frontend_parse(&unit, "program.cu", &parsing);
	char *text = malloc(size + 1);
	if (!text)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	const char *const launches[] = {text};
	const struct eval_options options = {
		.gpu = gpu_find("H200"), .launches = launches, .launch_count = 1, .budget = 20000};
	struct eval_launch_error error = {0};
	struct facts facts = {0};
	struct ir_unit *units[] = {&unit};
	eval_program(&facts, units, 1, &options, &error);
	facts_free(&facts);
	free(text);
	return 0;
}
