/* Compile databases, and their flags. */
#define _GNU_SOURCE /* memfd_create */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/compile_database.h"
#include "codegen/source/nvrtc_flags.h"
#include "frontend/flags.h"
#include "fuzz.h"

const char *const fuzz_seeds[] = {
	"[{\"directory\": \"/x\", \"file\": \"a.cu\", \"command\": \"nvcc -arch=sm_80 -I include -DA='b c' -Xcompiler=-DX,-Iy --std c++20 a.cu -o a.o\"},\n"
	"{\"directory\": \"/x/y\", \"file\": \"/x/b.cpp\", \"arguments\": [\"c++\", \"-isystem\", \"z\", \"-include\", \"h.h\", \"@file\", \"b.cpp\"], \"output\": \"o\"}]\n",
	"[ { \"file\": \"k.cu\", \"directory\": \".\", \"command\": \"nvcc -gencode arch=compute_90a,code=[sm_90a,sm_80] -Xptxas -O1,-v \\\"-DS=x y\\\" k.cu\" } ]",
	NULL,
};

/* clang-format off */
const char *const fuzz_words[] = {
	"\"command\": \"", "\"arguments\": [", "\"file\": \"", "\"directory\": \"", "{", "}", "[", "]", ",", "\\\\", "\\\"", "\\u0000", "\\ud800", "'", " -I", " -arch=sm_",
	" -gencode ", " -Xcompiler ", " @", " -std=c++", "999999999999", "k.cu", "null", " -maxrregcount=", " -D", NULL,
};
/* clang-format on */

static void
read_flags(struct arena *arena, const struct database_flags *entry)
{
	const struct frontend_options options = {.flags = entry->words.items,
	                                         .flag_count = entry->words.count,
	                                         .directory = entry->directory,
	                                         .directory_flags = entry->words.count,
	                                         .arch = "sm_90"};
	struct nvrtc_flags nvrtc = {0};
	flags_translate(arena, &options, "/headers");
	frontend_flags_arch(entry->words.items, entry->words.count, 0);
	nvrtc_flags_add(&nvrtc, entry->words.items, entry->words.count, entry->directory, arena);
	nvrtc_flags_free(&nvrtc);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char path[32];
	struct arena arena = {0};
	const char *error = NULL;
	const int file = memfd_create("database", MFD_CLOEXEC);
	static FILE *nowhere; /* discards the message about each skipped entry */
	if (!nowhere && (nowhere = fopen("/dev/null", "w")))
		stderr = nowhere;
	snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	if (file >= 0 && write(file, data, size) == (ssize_t)size) {
		struct compile_database *database = compile_database_read(path, &arena, &error);
		static const char *const files[] = {"a.cu", "/x/b.cpp", "k.cu", "k.cuh", "", "/"};
		for (size_t i = 0; database && i < sizeof files / sizeof *files; i++) {
			struct database_flags entry = {0};
			compile_database_find(database, &arena, files[i], &entry);
			read_flags(&arena, &entry);
		}
		compile_database_free(database);
	}
	close(file);
	arena_free(&arena);
	return 0;
}
