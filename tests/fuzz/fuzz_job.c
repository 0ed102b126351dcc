/* The worker's parser of jobs. */
#include <jansson.h>

#include "fuzz.h"
#include "runtime_check/run/job.h"

const char *const fuzz_seeds[] = {
	"{\"schema_version\": 1, \"id\": \"j\", \"arch\": \"sm_90a\", \"device\": 0, \"seconds\": 3, \"memory_bytes\": 1073741824, \"sources\": "
	"[{\"id\": \"s\", \"name\": \"k.cu\", \"text\": \"code\", \"options\": [\"--use_fast_math\", \"-DA\"], \"defines\": [\"A=1\"], \"droppable\": "
	"[[0, 4]], \"kernels\": [[0, 3]], \"apart\": [[0, 1], [1, 3]], \"headers\": [{\"name\": \"h.h\", \"text\": \"more\", \"droppable\": [[1, 2]], \"kernels\": [[2, 3]]}]}], "
	"\"kernels\": [{\"id\": \"k\", \"source\": \"s\", \"name_expression\": \"k\", \"extent\": [0, 4], \"variables\": [{\"link_name\": \"w\", "
	"\"fill\": {\"kind\": \"zero\"}}], \"buffers\": [{\"id\": \"b0\", \"bytes\": 64, \"fill\": {\"kind\": \"pieces\", \"pieces\": [{\"offset\": 1, "
	"\"base64\": \"AAEC\"}, {\"offset\": 8, \"count\": 3, \"byte\": 255}], \"rest\": {\"kind\": \"ramp\", \"type\": \"u8\", \"start\": 1, \"step\": "
	"0.5, \"modulo\": 9}}, \"pointers\": [{\"buffer\": \"b0\", \"offset\": 1, \"at\": 8}], \"read_back\": 3}], \"launches\": [{\"id\": \"l\", "
	"\"grid\": [1, 2, 3], \"block\": [32], \"dynamic_shared\": 4, \"measure\": [\"time\", \"metrics\"], \"variables\": [{\"variable\": 0, "
	"\"fill\": {\"kind\": \"zero\"}}], \"arguments\": [{\"buffer\": \"b0\", \"offset\": 4}, {\"type\": \"i32\", \"value\": 3}, {\"texture\": "
	"{\"shape\": \"2d\", \"type\": \"f32\", \"channels\": 2}}, {\"base64\": \"AAAAAAAAAAAAAAAAAAAAAA==\", \"pointers\": [{\"buffer\": \"b0\", "
	"\"offset\": 1, \"at\": 8}]}], \"timing\": {\"warmup_ms\": 0, \"min_runs\": 1, \"max_runs\": 5}}]}, {\"id\": \"v\", \"source\": \"s\", "
	"\"link_name\": \"v\", \"header\": \"h.h\", \"inputs_of\": \"k\", \"audited_by\": \"k\", \"launches\": [{\"id\": \"l\", \"grid\": [1], \"block\": "
	"[1], \"measure\": [\"time\"]}]}], \"races\": [{\"id\": \"r\", \"kernels\": [\"k\", \"v\"]}]}",
	"{\"schema_version\": 1, \"sources\": [{\"id\": \"s\", \"name\": \"k.cu\", \"text\": \"\"}], \"kernels\": [{\"id\": \"k\", \"source\": \"s\", "
	"\"name_expression\": \"k\", \"buffers\": [{\"id\": \"b\", \"bytes\": 64, \"fill\": {\"kind\": \"records\", \"bytes\": 16, \"members\": [{\"at\": 4, "
	"\"count\": 2, \"fill\": {\"kind\": \"random-float\", \"type\": \"f64\", \"low\": 1, \"high\": 2.5}}]}}], \"launches\": [{\"id\": \"s\", \"grid\": "
	"[1], \"block\": [1], \"measure\": [\"time\"], \"sequence\": {\"host_memory\": \"pinned\", \"operations\": [{\"do\": \"to-device\", \"buffer\": "
	"\"b\", \"offset\": 1, \"bytes\": 4, \"stream\": 2}, {\"do\": \"launch\", \"offset\": 8, \"stream\": 1}]}}]}]}",
	NULL,
};

/* clang-format off */
const char *const fuzz_words[] = {
	"null", "true", "{}", "[]", "\"\"", "-1", "0.5", "1e300", "4294967296", "9223372036854775807", "-9223372036854775808", "\"k\"", "\"b0\"",
	"{\"kind\": \"zero\"}", "{\"kind\": \"index\", \"type\": \"i64\", \"low\": -2, \"limit\": 7}", "\"bytes\": 0", "\"grid\": [", "\"count\":", ", ", "\"AAEC\"",
	"\"f16\"", "\"options\": [\"--time=x\"]", NULL,
};
/* clang-format on */

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *document = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
	if (!document)
		return 0;
	struct job job;
	const char *error = NULL;
	job_read(&job, document, &error);
	job_free(&job);
	return 0;
}
