/* The parsers of results, which come from another machine, and of GPU profiles. */
#include <jansson.h>

#include "codegen/worker/result.h"
#include "fuzz.h"
#include "kernels/profile.h"

const char *const fuzz_seeds[] = {
	"{\"schema_version\": 1, \"version\": \"0.1.0\", \"job\": null, \"status\": \"ok\", \"reason\": \"\", \"device\": {\"name\": \"H200\", \"sm\": \"sm_90\", "
	"\"multiprocessors\": 132}, \"compiler\": {\"version\": \"13.0\", \"path\": \"/x\", \"arch\": \"sm_90\"}, \"sources\": [{\"id\": \"s\", \"status\": "
	"\"ok\", \"reason\": \"\", \"problems\": [{\"file\": \"k.cu\", \"line\": 3, \"message\": \"x\"}], \"log\": \"\"}], \"kernels\": [{\"id\": \"k\", \"status\": "
	"\"ok\", \"reason\": \"\", \"problems\": [], \"function\": \"k\", \"resources\": {\"registers\": 16, \"stack_bytes\": 0, \"spill_store_bytes\": 0, "
	"\"spill_load_bytes\": 0, \"static_shared\": 0, \"constant_bytes\": 380, \"barriers\": 0}, \"launches\": [{\"id\": \"l\", \"status\": \"ok\", \"reason\": "
	"\"\", \"occupancy\": 0.5, \"time\": {\"median_us\": 2, \"low_us\": 1, \"high_us\": 3, \"runs\": 9}, \"metrics_status\": \"ok\", \"lines\": [{\"file\": "
	"\"k.cu\", \"line\": 4, \"space\": \"global\", \"kind\": \"load\", \"instructions\": 1, \"requests\": 8, \"lanes\": 256, \"sectors\": 256, "
	"\"ideal_sectors\": 32}], \"records\": [], \"buffers\": [{\"id\": \"b\", \"base64\": \"AAEC\"}]}]}]}",
	"{\"schema_version\": 1, \"kind\": \"measured\", \"gpu\": \"NVIDIA H200\", \"sm\": \"sm_90\", \"device\": {\"multiprocessors\": 132, \"clock_mhz\": 1980}, "
	"\"curves\": [{\"effect\": \"read-stride\", \"points\": [{\"degree\": 1, \"ratio\": 1, \"low\": 1, \"high\": 1, \"us\": 1, \"ideal_us\": 1, \"ideal_gbs\": "
	"1}, {\"degree\": 32, \"ratio\": 7, \"low\": 6, \"high\": 8, \"us\": 7, \"ideal_us\": 1, \"ideal_gbs\": 4000}]}]}",
	NULL,
};

/* clang-format off */
const char *const fuzz_words[] = {
	"null", "true", "{}", "[]", "\"\"", "-1", "0", "0.5", "1e300", "-1e300", "9223372036854775807", "\"ok\"", "\"timeout\"", "\"no-device\"", "\"bad-job\"",
	"\"lines\": [", "\"time\": {", "\"median_us\": ", "\"requests\": ", "\"degree\": ", ", ", NULL,
};
/* clang-format on */

/* Reads every object as if it were each part of a result. */
static void
read_all(const json_t *value, struct arena *arena)
{
	static const char *const members[] = {"status",    "metrics_status", "reason",  "id",
	                                      "registers", "median_us",      "sectors", "occupancy"};
	const char *key;
	size_t index;
	json_t *inner;
	for (size_t i = 0; json_is_object(value) && i < sizeof members / sizeof *members; i++) {
		result_status(value, members[i]);
		result_text(value, members[i]);
		result_number(value, members[i]);
		result_count(value, members[i]);
	}
	if (json_is_object(value)) {
		result_objection(value);
		result_kernel_objection(value);
		result_launch_objection(value);
		result_reason(value, arena);
		json_object_foreach ((json_t *)(uintptr_t)value, key, inner)
			read_all(inner, arena);
	}
	json_array_foreach (value, index, inner) {
		result_answer(value, value, index);
		read_all(inner, arena);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *document = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
	if (!document)
		return 0;
	struct arena arena = {0};
	read_all(document, &arena);
	profile_free(profile_of_json(document));
	json_decref(document);
	arena_free(&arena);
	return 0;
}
