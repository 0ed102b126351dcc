/* The worker's job, as described in docs/job.schema.json: what to compile, launch and measure. Strings belong to the
 * JSON document that the job holds, everything else to its arena. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_JOB_H
#define GPULINT_RUNTIME_CHECK_RUN_JOB_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

enum element_kind { ELEMENT_SIGNED, ELEMENT_UNSIGNED, ELEMENT_FLOATING };

/* Name, spelling in jobs, bytes, kind. */
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

/* Ranges of a job's numbers, as in docs/job.schema.json. Numbers without a limit here fit into 64 bits. */
enum {
	MOST_SECONDS = 1000000,
	MOST_DIMENSION = INT32_MAX,
	MOST_SHARED = INT32_MAX,
	MOST_WARPS = INT32_MAX,
	MOST_RUNS = 1000000,
	MOST_STREAM = 1023,
	MOST_DEVICE = INT32_MAX
};

/* The period of random contents in bytes. It is a multiple of every element size, and the largest size of a record. */
enum { FILL_PERIOD = 16 * 1024 * 1024 };

/* Bytes [offset, offset + count). If `bytes` is NULL, all of them are `byte`. */
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
	int64_t least;      /* indices: lowest value */
	uint64_t limit;     /* indices: how many values there are; ramps: modulus, 0 for none */
	uint8_t *bytes;
	size_t byte_count;
	struct member *members;
	size_t member_count;
	uint64_t record_bytes; /* distance between records; bytes outside all members are zero */
	struct piece *pieces;
	size_t piece_count;
	const struct fill *rest; /* fills the bytes outside all pieces; it has no pieces itself */
};

/* `count` consecutive random numbers from byte `at` of each record. */
struct member {
	uint64_t at, count;
	struct fill fill;
};

/* The address of a buffer's byte, stored in the 8 bytes at `at` of an argument, a variable or another buffer. */
struct pointer {
	uint64_t at;
	size_t buffer; /* index among the kernel's */
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
	struct pointers pointers; /* they overwrite what the fill wrote */
	uint64_t read_back;       /* how many bytes the result contains */
	bool is_host;             /* pinned host memory, which the GPU accesses over the link */
};

struct variable {
	const char *name_expression, *link_name; /* one of them may be NULL */
	struct fill fill;
	struct pointers pointers;
};

/* The shape of a texture or surface whose handle is an argument. */
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
	const struct texture_job *texture; /* NULL: not a texture */
	uint8_t *bytes;                    /* including the addresses' bytes, which are set once the buffers exist */
	size_t size;
	struct pointers pointers;
};

struct timing {
	double warmup_ms;
	double seconds;   /* no further run begins after this many seconds, if there are enough runs for a result */
	double limit;     /* the job's limit for the whole launch, in seconds */
	double tolerance; /* stops when the median's standard error is below this share of the median */
	unsigned min_runs, max_runs;
	bool restore, flush_cache;
};

enum operation_kind { OPERATION_TO_DEVICE, OPERATION_LAUNCH, OPERATION_TO_HOST, OPERATION_KINDS };

struct operation {
	enum operation_kind kind;
	size_t buffer; /* of a copy: index among the kernel's */
	/* the copied part of the buffer; the addresses that a launch gets are increased by the offset */
	uint64_t offset, bytes;
	unsigned stream;
};

/* Operations in this order, if a launch is more than a single kernel. */
struct sequence_job {
	bool is_pinned; /* the copies' host memory is pinned */
	struct operation *operations;
	size_t operation_count;
	unsigned stream_count;
};

/* The value of a kernel's variable for one launch, instead of the kernel's own. */
struct change {
	size_t variable;
	struct fill fill;
	struct pointers pointers;
};

struct launch_job {
	const char *id;
	unsigned grid[3], block[3];
	uint64_t dynamic_shared;
	/* limit for a multiprocessor, enforced by more shared memory than dynamic_shared; 0: no limit */
	unsigned most_warps;
	struct argument *arguments;
	size_t argument_count;
	struct change *changes;
	size_t change_count;
	const struct sequence_job *sequence; /* NULL: only the kernel */
	bool cooperative;
	bool collects_time, collects_metrics, collects_contents, collects_records;
	struct timing timing;
};

struct extent {
	size_t begin, end;
}; /* in bytes, end exclusive */

struct kernel_job {
	const char *id;
	/* an earlier kernel that must run to its end for this one to be valid; NULL: none */
	const struct kernel_job *audit;
	size_t source;                           /* index among the job's */
	const char *name_expression, *link_name; /* one of them may be NULL */
	/* a name expression with types, if several kernels have the same name; NULL: none */
	const char *typed_name;
	struct extent extent; /* empty: not given */
	size_t file;          /* index among the source's files of the one with the extent */
	struct buffer *buffers;
	size_t buffer_count;
	struct variable *variables;
	size_t variable_count;
	struct launch_job *launches;
	size_t launch_count;
};

/* A source or header: its text, and the parts that may be removed. */
struct text_file {
	const char *name;
	const char *text;
	struct extent *droppable;
	size_t droppable_count;
	struct extent *kernels; /* definitions, also of kernels that the job does not contain */
	size_t kernel_count;
	struct extent *apart; /* distinguished parts of lines, in order */
	size_t apart_count;
};

struct source_job {
	const char *id;
	struct text_file *files; /* the source itself, then its headers */
	size_t file_count;
	const char **options, **defines;
	size_t option_count, define_count;
};

/* Kernels whose first launches differ only in code, and are timed alternately. */
struct race_job {
	const char *id;
	size_t *kernels; /* indices among the job's; the others are compared with the first */
	size_t count;
};

/* A GPU by its UUID, or, if that is NULL, by its number among those that the driver reports. */
struct device_choice {
	const char *uuid;
	int number;
};

struct job {
	struct arena arena;
	json_t *document;
	const char *id; /* NULL: not given */
	const char *arch;
	struct device_choice device;
	double seconds;
	bool compile_only;     /* runs nothing; the result contains the cubins */
	uint64_t memory_bytes; /* limit for a process */
	struct source_job *sources;
	size_t source_count;
	struct kernel_job *kernels;
	size_t kernel_count;
	struct race_job *races;
	size_t race_count;
};

/* Takes ownership of `document`. False: it is not a valid job; *error, in the job's arena, says what is wrong where. */
bool job_read(struct job *job, json_t *document, const char **error);
void job_free(struct job *job);

size_t element_size(enum element_type type);
enum element_kind element_kind(enum element_type type);

#endif
