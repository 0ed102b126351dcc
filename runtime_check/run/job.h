/* The worker's job, as docs/job.schema.json describes it: what to compile, launch and measure. Strings belong to the
 * JSON document that the job holds, everything else to its arena. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_JOB_H
#define GPULINT_RUNTIME_CHECK_RUN_JOB_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

enum element_kind { ELEMENT_SIGNED, ELEMENT_UNSIGNED, ELEMENT_FLOATING };

/* Name, as jobs have it, bytes, kind. */
/* clang-format off */
#define ELEMENT_TYPES(X) \
	X(I8, "i8", 1, SIGNED) X(U8, "u8", 1, UNSIGNED) X(I16, "i16", 2, SIGNED) X(U16, "u16", 2, UNSIGNED) \
	X(I32, "i32", 4, SIGNED) X(U32, "u32", 4, UNSIGNED) X(I64, "i64", 8, SIGNED) X(U64, "u64", 8, UNSIGNED) \
	X(F16, "f16", 2, FLOATING) X(BF16, "bf16", 2, FLOATING) X(F32, "f32", 4, FLOATING) X(F64, "f64", 8, FLOATING)
/* clang-format on */

enum element_type {
#define ELEMENT_ENUM(name, text, size, kind) ELEMENT_##name,
	ELEMENT_TYPES(ELEMENT_ENUM)
#undef ELEMENT_ENUM
		ELEMENT_COUNT
};

enum fill_kind { FILL_ZERO, FILL_RANDOM_FLOAT, FILL_INDEX, FILL_RAMP, FILL_BYTES, FILL_RECORDS, FILL_PIECES };

/* Ranges of what a job says, as docs/job.schema.json has them; what has none fits into 64 bits. */
enum {
	MOST_SECONDS = 1000000,
	MOST_DIMENSION = INT32_MAX,
	MOST_SHARED = INT32_MAX,
	MOST_WARPS = INT32_MAX,
	MOST_RUNS = 1000000,
	MOST_STREAM = 1023,
	MOST_DEVICE = INT32_MAX
};

/* After that many bytes random contents repeat. A multiple of every element size, and no record is larger. */
enum { FILL_PERIOD = 16 * 1024 * 1024 };

/* Bytes [offset, offset + count); `bytes` NULL: all of them are `byte`. */
struct piece {
	uint64_t offset, count;
	uint8_t *bytes;
	uint8_t byte;
};

struct fill {
	enum fill_kind kind;
	enum element_type type;
	double low, high;   /* random floats */
	double start, step; /* ramps */
	int64_t least;      /* indices: inclusive */
	uint64_t limit;     /* indices: how many there are; ramps: modulus, 0 for none */
	uint8_t *bytes;
	size_t byte_count;
	struct member *members;
	size_t member_count;
	uint64_t record_bytes; /* from one record to the next; those of no member are zero */
	struct piece *pieces;
	size_t piece_count;
	const struct fill *rest; /* what is in no piece; of no kind that has pieces itself */
};

/* `count` random numbers side by side, from byte `at` of each record on. */
struct member {
	uint64_t at, count;
	struct fill fill;
};

/* An address in a buffer, as the 8 bytes at `at` of an argument, a variable or another buffer. */
struct pointer {
	uint64_t at;
	size_t buffer; /* index into the kernel's */
	int64_t offset;
};

struct pointers {
	struct pointer *items;
	size_t count;
};

struct buffer {
	const char *id;
	uint64_t bytes;
	struct fill fill;
	struct pointers pointers; /* over what it is filled with */
	uint64_t read_back;       /* bytes of the result's copy */
	bool is_host;             /* pinned memory of the host's, which the GPU reads and writes over the link */
};

struct variable {
	const char *name_expression, *link_name; /* one of them may be NULL */
	struct fill fill;
	struct pointers pointers;
};

/* Of a texture or surface, whose handle an argument is. */
enum texture_shape {
	TEXTURE_1D_LINEAR,
	TEXTURE_1D,
	TEXTURE_2D,
	TEXTURE_3D,
	TEXTURE_CUBE,
	TEXTURE_1D_LAYERED,
	TEXTURE_2D_LAYERED,
	TEXTURE_CUBE_LAYERED,
	TEXTURE_SHAPES,
};

struct texture_job {
	enum texture_shape shape;
	enum element_type type;
	unsigned channels;
	bool is_surface;
};

struct argument {
	const struct texture_job *texture; /* NULL: it is none */
	uint8_t *bytes;                    /* with room for the addresses, which are put in when there are buffers */
	size_t size;
	struct pointers pointers;
};

struct timing {
	double warmup_ms;
	double seconds;   /* no further run begins after that long, if there are enough to tell anything */
	double limit;     /* seconds that the whole launch may take: the job's */
	double tolerance; /* done once the median's standard error is below this share of it */
	unsigned min_runs, max_runs;
	bool restore, flush_cache;
};

enum operation_kind { OPERATION_TO_DEVICE, OPERATION_LAUNCH, OPERATION_TO_HOST, OPERATION_KINDS };

struct operation {
	enum operation_kind kind;
	size_t buffer; /* a copy's: index into the kernel's */
	/* a copy's part of the buffer; the addresses that a launch gets are moved by the offset */
	uint64_t offset, bytes;
	unsigned stream;
};

/* What is made, in this order, where a launch is not the kernel alone. */
struct sequence_job {
	bool is_pinned; /* the host's side of the copies */
	struct operation *operations;
	size_t operation_count;
	unsigned stream_count;
};

/* What a variable of the kernel's holds for one launch instead. */
struct change {
	size_t variable;
	struct fill fill;
	struct pointers pointers;
};

struct launch_job {
	const char *id;
	unsigned grid[3], block[3];
	uint64_t dynamic_shared;
	/* on a multiprocessor: shared memory beyond dynamic_shared keeps others away; 0: any number */
	unsigned most_warps;
	struct argument *arguments;
	size_t argument_count;
	struct change *changes;
	size_t change_count;
	const struct sequence_job *sequence; /* NULL: the kernel alone */
	bool cooperative;
	bool wants_time, wants_metrics, wants_contents, wants_records;
	struct timing timing;
};

struct extent {
	size_t begin, end;
}; /* bytes, end exclusive */

struct kernel_job {
	const char *id;
	const struct kernel_job *audit; /* an earlier one, that runs to its end if this one is right; or NULL */
	size_t source;                  /* index into the job's */
	const char *name_expression, *link_name; /* one of them may be NULL */
	const char *typed_name;                  /* the name expression where several kernels have that; NULL: none */
	struct extent extent;                    /* empty: not given */
	size_t file;                             /* of the source's, that the extent is of */
	struct buffer *buffers;
	size_t buffer_count;
	struct variable *variables;
	size_t variable_count;
	struct launch_job *launches;
	size_t launch_count;
};

/* A source or a header: text, and the parts of it that may be left out. */
struct text_file {
	const char *name;
	const char *text;
	struct extent *droppable;
	size_t droppable_count;
	struct extent *kernels; /* definitions, also of kernels that are not the job's */
	size_t kernel_count;
	struct extent *apart; /* parts of lines, in their order */
	size_t apart_count;
};

struct source_job {
	const char *id;
	struct text_file *files; /* the source itself, then its headers */
	size_t file_count;
	const char **options, **defines;
	size_t option_count, define_count;
};

/* Kernels whose first launches, alike but for the code, are timed in turns. */
struct race_job {
	const char *id;
	size_t *kernels; /* indices into the job's; the first is the one that the others are compared with */
	size_t count;
};

/* Which GPU: by its UUID, or where that is NULL by its number among those that the driver sees. */
struct device_choice {
	const char *uuid;
	int number;
};

struct job {
	struct arena arena;
	json_t *document;
	const char *id; /* NULL: none was given */
	const char *arch;
	struct device_choice device;
	double seconds;
	bool compile_only;     /* nothing is run, and the result has the cubins */
	uint64_t memory_bytes; /* that a process may have */
	struct source_job *sources;
	size_t source_count;
	struct kernel_job *kernels;
	size_t kernel_count;
	struct race_job *races;
	size_t race_count;
};

/* Takes over `document`. False when it is no job; *error then says what is wrong where, in the job's arena. */
bool job_read(struct job *job, json_t *document, const char **error);
void job_free(struct job *job);

size_t element_size(enum element_type type);
enum element_kind element_kind(enum element_type type);

#endif
