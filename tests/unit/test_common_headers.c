/* Which of the common built-in headers a source includes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "frontend/common_headers.h"
#include "frontend/text/headers.h"

#define LINE(name) "#include <" FRONTEND_HEADER_ROOT "/" name ">\n"
#define STREAM_LINES LINE("iostream") LINE("fstream") LINE("sstream")

static void
make_folder(char folder[64])
{
	strcpy(folder, "/tmp/gpulint-common-XXXXXX");
	assert_non_null(mkdtemp(folder));
}

static void
write_file(const char *folder, const char *name, const char *content)
{
	char path[128];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(content, file);
	assert_int_equal(fclose(file), 0);
}

/* For a source in `folder`; include: a folder for -I. */
static void
expect(const char *folder, const char *include, const char *text, const char *lines)
{
	struct arena arena = {0};
	const char *items[] = {"-x", "cuda", "-I", include};
	const struct flags flags = {.items = items, .count = include ? 4 : 2};
	assert_string_equal(common_headers_of(&arena, arena_printf(&arena, "%s/k.cu", folder), text, &flags), lines);
	arena_free(&arena);
}

static void
test_text(void **state)
{
	(void)state;
	expect("/nowhere", NULL, "", "");
	expect("/nowhere", NULL, "#include <stdio.h>\n#include <ratio>\n", "");
	expect("/nowhere", NULL, "#include <string>", LINE("string"));
	expect("/nowhere", NULL, "\n\n # include\t<vector> // x\n\n", LINE("vector"));
	expect("/nowhere", NULL, "#include \"vector\"\n", LINE("vector"));
	expect("/nowhere", NULL,
	       "// #include <string>\nint i; #include <vector>\n#include <vector\n#include <>\n#include", "");
	/* In a canonical order, without headers that another one includes. */
	expect("/nowhere", NULL, "#include <vector>\n#include <algorithm>\n#include <string>\n",
	       LINE("string") LINE("vector"));
	expect("/nowhere", NULL, "#include <string>\n#include <fstream>\n", STREAM_LINES);
	expect("/nowhere", NULL, "#include <cuda_fp16.h>\n#include <algorithm>\n",
	       LINE("algorithm") LINE("cuda_fp16.h"));
	expect("/nowhere", NULL, "#include <mma.h>\n#include <cuda_fp16.h>\n", LINE("mma.h"));
}

/* Common headers that other built-in headers include. */
static void
test_built_in(void **state)
{
	(void)state;
	expect("/nowhere", NULL, "#include <list>\n", LINE("string"));
	expect("/nowhere", NULL, "#include <iomanip>\n", STREAM_LINES);
	expect("/nowhere", NULL, "#include <cublas_v2.h>\n", LINE("cuda_fp16.h"));
	expect("/nowhere", NULL, "#include <thrust/sort.h>\n#include <vector>\n", LINE("thrust/device_vector.h"));
	expect("/nowhere", NULL, "#include <thrust/complex.h>\n", LINE("thrust/device_vector.h"));
	expect("/nowhere", NULL, "#include <thrust/sort.h>\n#include <cub/device/device_scan.cuh>\n#include <mma.h>\n",
	       LINE("mma.h") LINE("cub/cub.cuh"));
	expect("/nowhere", NULL, "#include <thrust/version.h>\n#include <cub/version.cuh>\n", "");
	/* CUB includes the small floats, which depend on the program's macros. */
	expect("/nowhere", NULL, "#define __CUDA_NO_HALF_OPERATORS__\n#include <cub/cub.cuh>\n#include <string>\n",
	       LINE("string"));
}

static void
test_headers(void **state)
{
	(void)state;
	char folder[64], include[64], command[160];
	make_folder(folder);
	make_folder(include);
	write_file(folder, "own.h", "#include \"own.h\"\n#include <given.h>\n#include <vector>\n");
	write_file(include, "given.h", "#include <string>\n");
	expect(folder, include, "#include \"own.h\"\n", LINE("string") LINE("vector"));
	expect(folder, NULL, "#include \"own.h\"\n", LINE("vector"));
	expect(folder, include, "#include <own.h>\n", "");
	/* The project's own header of that name. */
	write_file(include, "vector", "#include <iostream>\n");
	expect(folder, include, "#include <cub/cub.cuh>\n", LINE("cub/cub.cuh"));
	expect(folder, include, "#include <vector>\n", STREAM_LINES);
	expect(folder, NULL, "#include <vector>\n", LINE("vector"));
	snprintf(command, sizeof command, "rm -r %s %s", folder, include);
	assert_int_equal(system(command), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_built_in),
		cmocka_unit_test(test_headers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
