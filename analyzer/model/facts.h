/* The facts about a program. The model fills them from the evaluator's events, rules read them, and every report format prints
 * them. Predicted and measured figures have the same shape.
 *
 * Units are Nsight Compute's: requests are warp-level memory instructions, sectors are 32 bytes, wavefronts are passes
 * through shared memory's data stage. All counts are totals of the whole launch. Everything lives in the arena of the
 * `struct facts`. A figure that is not known is NAN (null in a JSON report), never 0. */
#ifndef GPULINT_MODEL_FACTS_H
#define GPULINT_MODEL_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "domain/contents.h"
#include "ir/ir.h"
#include "model/gpu.h"
#include "model/work.h"
#include "support/arena.h"

struct trace;
struct trace_site;

/* How far a figure can be trusted, best first. */
enum confidence {
	CONFIDENCE_EXACT,   /* follows from the machine code and the launch */
	CONFIDENCE_ASSUMED, /* holds for an assumption that the report states */
	CONFIDENCE_BOUNDED, /* lies between two figures */
	CONFIDENCE_UNKNOWN,
};

struct place {
	const char *file;
	uint32_t line, column, end_line, end_column; /* from 1, columns in bytes, end exclusive */
};

/* The place of a source location of the unit. The file name is copied to the arena. */
struct place facts_place(struct arena *arena, const struct ir_unit *unit, struct ir_loc loc);

/* How a measured figure agrees with the predicted one. */
enum agreement {
	AGREEMENT_OPEN,   /* not measured, or not predicted */
	AGREEMENT_FULL,   /* the cost of a request and the number of requests agree */
	AGREEMENT_COST,   /* only the cost of a request agrees */
	AGREEMENT_BOUNDS, /* the cost of a request lies within the reported bounds */
	AGREEMENT_NONE,
};

enum site_kind { SITE_LOAD, SITE_STORE, SITE_ATOMIC, SITE_BRANCH, SITE_BARRIER, SITE_CALL };
enum site_space { SPACE_NONE, SPACE_GLOBAL, SPACE_SHARED, SPACE_CONSTANT, SPACE_LOCAL, SPACE_TEXTURE, SPACE_GENERIC };

/* Why an address is invalid, worst first. The source and the launch determine it. */
enum fault_kind {
	FAULT_NONE,
	FAULT_NULL,      /* through a null pointer */
	FAULT_HOST,      /* host memory that CUDA does not know */
	FAULT_FREED,     /* memory that was freed */
	FAULT_ALIGNMENT, /* not a multiple of the access width */
	FAULT_PAST_END,  /* past the end of the object */
	FAULT_BEFORE,    /* before its beginning */
};

/* The invalid access of one lane: the farthest out of bounds that was seen. */
struct fault {
	enum fault_kind kind;
	uint32_t block[3], thread[3];
	int64_t at;         /* first byte, relative to the object's beginning */
	uint64_t size;      /* bytes of the object; 0: not known */
	const char *memory; /* name of the object in host code or in its declaration; "": none */
};

/* Totals of one site over a launch; NAN where not known or not applicable. */
struct figures {
	double requests; /* warp-level instructions with at least one active lane */
	double lanes;    /* active lanes, summed over requests */
	double sectors;  /* global, local, texture: 32-byte sectors */
	double ideal_sectors;
	double wavefronts; /* shared memory passes; for constant memory distinct addresses */
	double ideal_wavefronts;
	double divergent; /* branches: divergent warp-level executions */
	double low, high; /* bounds of the main cost (sectors or wavefronts) when the confidence is bounded */
};

/* All NAN. */
extern const struct figures no_figures;

/* The nearest other sector that the launch touches at about the same time. Memory moves pairs of sectors; a pair costs more
 * the farther apart its sectors are. */
enum nearness {
	NEAR_SECTOR, /* the other sector of its 64 bytes */
	NEAR_PIECE,  /* the next 64 bytes */
	NEAR_LINE,   /* the next 128 bytes */
	NEAR_NOTHING,
	NEARNESSES
};

/* What the accesses of a site demand of the GPU, totals of the launch. model/time.h turns demand into time. */
struct demand {
	/* cycles of L1: stores and atomics take one for each line of 128 bytes of each request; shared memory takes
	 * none */
	double lookups;
	double wavefronts;      /* of shared memory */
	double l2_sectors;      /* loaded sectors that miss L1 */
	double late;            /* load requests with a miss in L1 */
	double late_share;      /* 0 to 1: share of a block's joint loads in which some request is late */
	double l2_lines;        /* lines of stores and atomics, counted for each request */
	double resumed_lines;   /* store lines that complete a sector which an earlier iteration wrote in part */
	double merged_lines;    /* further store lines, which probably reach L2 together with an earlier store */
	double passes;          /* passes of atomics in L2 */
	double passes_at_once;  /* passes on different words that run in parallel; 0: one */
	double met_passes;      /* passes if all lanes shared one word */
	double combined_passes; /* passes if each block first combined its operands */
	double pieces;          /* pieces of memory that the passes are spread over (model/contention.h) */
	double constants;       /* requests to constant memory that are not operands of other instructions */
	double constant_passes; /* distinct words of these requests */
	double constant_lines;  /* 64-byte lines of these words */
	double fetches;         /* of textures and surfaces */
	double generic;         /* requests of generic instructions, which check each lane's address space */
	/* sectors of memory: loaded, written in part, written whole */
	double loaded[NEARNESSES], part_stored[NEARNESSES], stored[NEARNESSES];
	struct link_demand {
		double read, written; /* bytes, including overhead of small transfers */
		double trips;         /* round trips of atomics that wait for each other */
	} link;                       /* to the host's memory (model/link.h) */
};

/* How the lanes of a warp step through memory at a site. Steps are per lane: two active lanes that are n lanes apart are n
 * steps apart. */
enum pattern {
	PATTERN_UNKNOWN,
	PATTERN_UNIFORM,    /* all lanes on one address */
	PATTERN_CONTIGUOUS, /* neighbours are one element apart, aligned to a sector */
	PATTERN_MISALIGNED, /* contiguous, but a request begins inside a sector */
	PATTERN_STRIDED,    /* a constant step of more than one element */
	PATTERN_GATHER,     /* indexed by loaded data */
	PATTERN_MIXED,      /* several pieces: a tile's rows, a wrapped index, steps that vary */
};

/* A sampled request to shared memory. Rules use it to try other layouts of the array. */
struct shared_sample {
	uint32_t active; /* active lanes, a bit each */
	uint16_t width;  /* bytes per lane */
	/* the unknown part of open lanes' addresses: the column within a known row, or the row of a known column; all
	 * values are equally likely */
	enum shared_open { OPEN_NOTHING, OPEN_COLUMNS, OPEN_ROWS } open;
	uint32_t open_lanes; /* lanes with an unknown part */
	uint8_t alike[32];   /* for open lanes: an earlier lane that shares the unknown part, or the lane itself */
	int32_t at[32];      /* bytes from the array's beginning, without the unknown part */
};
enum { MOST_SHARED_SAMPLES = 12 }; /* for each site, drawn evenly from its requests */

/* The basis of sites that await machine code. */
extern const char not_compiled[];

enum { LONGEST_EXPRESSION = 120 }; /* bytes of site.expression; longer text is cut off */

/* SITE_BRANCH. */
struct branch_site {
	bool names_lanes; /* divergent ones: the arms have code for the active lanes alone (analysis/named_lanes.h) */
	bool by_lane;     /* the condition differs between the lanes of a warp */
	double minority_lanes; /* mean lanes on the smaller arm of a divergent execution; 0: not known */
	/* the statement; a chain of else-ifs is reported at its first, with the paths of all */
	enum branch_form { BRANCH_TWO_ARMS, BRANCH_ONE_ARM, BRANCH_LOOP, BRANCH_SWITCH, BRANCH_LADDER } form;
	/* the compiled form; `predicted` counts its jumps, if it has any */
	enum branch_code {
		BRANCH_CODE_UNKNOWN, /* not compiled */
		BRANCH_CODE_JUMPS,
		BRANCH_CODE_EXIT,       /* a predicated exit */
		BRANCH_CODE_PREDICATED, /* predicated or select instructions */
		BRANCH_CODE_NONE,       /* no instruction on its line */
	} code;
	/* executions of arms by warps, and the number if each warp took one arm only, with as many lanes in total on
	 * each arm; 0 or NAN: not known */
	double arm_warps, whole_warps;
	double arm_lanes; /* lanes of arm_warps */
	double visits;    /* executions by blocks */
	/* ifs: approximate instructions of the arms, or of the code after an arm that only jumps; INFINITY: the arms are
	 * no straight-line code */
	double arm_instructions;
	struct work arm_work; /* work of warps on the arms; NAN: not known */
	/* lines of the arms, in the file of the site's line; 0: not known */
	uint32_t first_arm_line, last_arm_line;
};

/* From more rivals on (struct atomic_site), retries decide the time. */
enum { MANY_RIVALS = 2 };

/* SITE_ATOMIC. */
struct atomic_site {
	unsigned same_address_lanes; /* the most lanes of any request on one address */
	double same_address_mean;    /* the mean over requests */
	enum ir_scope scope;
	enum ir_builtin builtin; /* the function; IR_BUILTIN_COUNT: another one */
	bool on_integers;        /* the value is an integer */
	bool result_used;        /* the old value is used */
	bool operands_alike;     /* all threads have the same operand, as far as known */
	bool of_threads;         /* address and operand follow from thread indices alone */
	bool blocks_meet;        /* all blocks access the same sectors, as far as addresses are known */
	uint64_t contended;      /* identifies the piece of memory with the most of them; 0: none */
	double rivals;           /* compare-and-swap loops: mean number of warps that compete for one word; else 0 */
	const char *native;      /* the native atomic that could replace the loop: "atomicAdd on double"; NULL: none */
	bool native_loads;       /* the loop loads the operand: a replacement is valid if that is other memory */
	struct demand native_demand; /* demand of the native atomic */
	double native_requests;      /* requests of the native atomic */
	bool spread_known;           /* contention follows from known addresses */
};

/* Accesses to shared memory. */
struct shared_site {
	int64_t row_bytes;                  /* bytes of an innermost row; 0 if the array has one dimension */
	int64_t bytes;                      /* bytes of all rows */
	unsigned element_bytes, dimensions; /* 0: not an array of several dimensions */
	const struct shared_sample *samples;
	size_t sample_count;
	const char *row_length; /* the last dimension as declared; "" if the declaration does not end in one */
	bool size_taken;        /* some code of the declaration's file takes sizeof the array */
	/* lanes access several rows in distinct banks; conflicts arise only if rows or data-dependent offsets are no
	 * multiple of all banks */
	bool own_banks;
};

struct site {
	const char *id; /* stable across runs and unrelated edits: kernel, expression and ordinal */
	struct place place;
	const char *expression; /* the source text; code.is_only_here: of its line */
	enum site_kind kind;
	enum site_space space;
	unsigned width; /* bytes per lane of one request; 0 for branches */
	enum confidence confidence;
	const char *why; /* the basis of the confidence, or why nothing is known; "" if exact */
	struct {
		const char *assumption; /* that lanes and addresses rest on in any code; NULL: none */
		bool awaits_code;     /* `assumed` only because no machine code has confirmed or replaced its figures */
		bool awaits_data;     /* unknown or bounded because of data that a run of the program would provide */
		bool is_open_ended;   /* unknown data may still decide lanes or addresses */
		bool is_extrapolated; /* sampled blocks or iterations represent others */
		/* active lanes or addresses depend on loaded data; for branches also if that data is known */
		bool is_data_dependent;
		bool demand_is_known; /* the demand follows from addresses; else an estimate */
	} basis;
	struct {
		unsigned width;   /* bytes per lane of one request, before the compiler merges accesses */
		bool in_pieces;   /* `expression` is a record or an array; a request moves a part of it */
		double requests;  /* executions */
		double divergent; /* executions of a branch that diverge */
	} source;                 /* as written */
	struct {
		/* where the compiler and profilers have it, if that is not `place`: a line of a library header, or the line
		 * that the access was moved to; file NULL: at `place` */
		struct place line_info;
		bool is_moved;     /* line_info is the line of the program that the compiler moved it to */
		bool is_only_here; /* the source has no such access */
		/* The site's share of the instructions of its line, kind and space; requests 0: there are none, or it is not known. */
		struct code_share {
			double requests;
			double generic;  /* requests of generic instructions */
			double width;    /* bytes a lane, on average */
			bool is_in_loop; /* some instructions are in the site's innermost loop */
			bool is_called;  /* some are in a function that is not inlined */
			bool is_mixed;   /* generic instructions access several address spaces */
		} share;
	} code;                   /* machine code */
	struct figures predicted; /* CONFIDENCE_UNKNOWN: sums of what was seen, for the time model; never reported */
	struct {
		bool is_known;
		struct figures figures;
		/* is_known is false, but the sites of the line were measured together: their excess less the predicted
		 * excess of the others; else NAN (or 0, unmeasured) */
		double line_excess;
		enum agreement agreement; /* within COMPARE_TOLERANCE; sites of one line agree by their totals */
		const char *note; /* after a measurement: why there are no figures, or what they include; else NULL */
	} measured;

	/* Further facts for rules and messages. */
	enum pattern pattern;
	struct {
		/* bytes between neighbouring lanes, if the pattern has a constant step; may be negative. PATTERN_MIXED: the
		 * step within a row of the block, if only row ends are irregular */
		int64_t bytes;
		int64_t active;      /* the same between neighbouring active lanes, if these are evenly spaced */
		bool varies;         /* some requests have another step */
		bool is_arbitrary;   /* it rests on an assumed number whose name says nothing about it */
		bool is_within_rows; /* rows are contiguous; only the end of a block's row within the warp is irregular */
		bool has_row;        /* all accesses have the same step from a block's first row to its second: row */
		int64_t row;         /* bytes from a thread to the one with the next threadIdx.y */
		/* the pieces of a step that are used, a bit each (step_piece); PATTERN_MIXED: within rows of the block */
		uint64_t used;
		uint64_t used_by_warp; /* the same for the requests of one warp */
		/* the byte range, relative to multiples of the step, that contains all accesses seen; end 0: not known */
		uint64_t from, end;
	} step;
	struct {
		unsigned
			misalignment; /* bytes from the sector's beginning to the first lane, of one misaligned request */
		bool varies;          /* requests begin at several offsets in their sectors */
		/* the offset follows from the block's first x index: block sizes are no multiple of a sector */
		bool is_of_block;
	} alignment;
	struct {
		bool is_accessed;   /* a member of an array of structs; the step is the struct's size */
		unsigned alignment; /* of the struct's address */
	} record;
	unsigned conflict_degree; /* shared: passes of the worst request over its ideal; constant: distinct addresses */
	/* The source or destination of an asynchronous copy; the figures of each depend on both. The excess of a plain
	 * load or store at the same addresses. */
	struct {
		enum copy_path { COPY_NONE, COPY_THROUGH_L1, COPY_PAST_L1 } path;
		double load_excess, store_excess;
	} copy;
	struct {
		/* sectors over the ideal if all lanes were contiguous, each in its slot: the cost of inactive lanes
		 * between active ones; 0: not known */
		double excess;
		/* the branch that made lanes inactive, preferably lanes between active ones; for an else-if the branch
		 * before it; or NULL */
		const struct site *branch;
	} inactive_lanes;
	struct fault fault;
	struct {
		struct place place;   /* the innermost in its function; line 0: none */
		bool is_open;         /* its trip count depends on data */
		bool walks;           /* a lane's next access is mostly to the neighbouring element */
		bool stores_the_same; /* a store whose value is loop-invariant */
		bool may_alias;       /* global access that may alias another pointer, as far as the compiler knows */
		/* 0 to 1: share of requests at the same addresses as in the previous iteration, as compiled; 0 for
		 * shared memory in loops with barriers */
		double repeated;
		uint64_t
			repeated_at; /* equal for accesses with the same addresses in their latest request; 0: not known */
		double held; /* 0 to 1: share of a load's iterations that wait for a store of the previous one */
		/* held loads of global memory: loads of one phase begin together, after those of the phase before; 0: not
		 * held, or held otherwise */
		unsigned phase;
		/* held loads: unroll factor, whose loads could begin together without the store; 1: not unrolled, 0:
		 * not known */
		unsigned unrolled;
	} loop;
	bool is_recurrent; /* launches of few warps, or stores below a word: see analysis/recurrence.h, analysis/handed_on.h */
	struct {
		const char *name;         /* in the source (`a`, `p->x`); "" if not known */
		struct place declaration; /* for fixes; line 0 if not known */
		const void *allocation;   /* identifies it; NULL: not known */
		bool has_others;          /* some requests access other allocations */
		/* The address range of all requests. Global memory: the evaluator's addresses. Shared memory: relative to the
		 * kernel's first variable, or as compiled. end 0: not known. */
		uint64_t first, end;
		const void *
			walk; /* equal for accesses whose indices differ by thread-uniform terms only; NULL: not known */
		bool is_in_device;  /* memory of this device only: __device__ variables or cudaMalloc */
		bool is_volatile;   /* declared so */
		bool by_dimensions; /* the access indexes all dimensions of the array, not a pointer into it */
		bool is_matrix;     /* it moves a matrix fragment: rows have to be multiples of 16 bytes */
		/* access in a called function: the kernel's parameter that becomes the array, if it has another name; NULL:
		 * not known */
		const char *argument;
		const char *other_argument; /* the parameter of another request; NULL: as above */
	} object;                           /* the array that it accesses */
	const char *reason;                 /* "lanes step by 4096 bytes: n = 1024 from the launch at line 40" */

	/* As it is, with contiguous lanes, and with unknown addresses as far apart as possible. */
	struct demand demand, ideal_demand, apart_demand;
	struct {
		/* Sectors that the access shares with others, identified by `flow`: memory moves them as long as one of the accesses
		 * stays. Shares of `demand`; `fraction` is their total, in which sharers may overlap. */
		const void *flow;
		double fraction;
		struct sector_sharer {
			const void *to; /* NULL: not known */
			double share;
		} *items;
		size_t count;
		struct place chosen; /* the conditional that chooses between shared and other memory; line 0: none */
	} sharers;
	/* Reuse by the block that was followed, for loads and stores of global memory. Words have 4 bytes. */
	struct block_reuse {
		double executions;   /* joint executions by the block's warps; 0: not known */
		double words;        /* loads: distinct words of each request, summed over requests */
		double apart_words;  /* loads: distinct words of each execution, summed over executions */
		double new_words;    /* words that the block had not touched before (stores: not stored before) */
		double new_sectors;  /* sectors that the block had not touched before */
		uint64_t first, end; /* range of addresses; only distances are known */
		bool is_estimated;   /* skipped iterations may have touched some of the new words */
		double blocks;       /* blocks of the launch that the followed one represents */
	} reuse;
	struct {
		/* requests of a block's busiest warp over those of its average warp; branches: executions of arms */
		double of_block;
		double of_launch; /* the same for the launch's busiest warp */
	} uneven;
	/* Irregular loads of global memory: the largest box of rows and columns around a warp's lanes, over sampled requests. */
	struct lane_patch {
		int64_t pitch;         /* bytes from row to row; 0: rows are not known for all lanes */
		int64_t rows, columns; /* size of the box; columns in elements */
		double sparseness;     /* mean of box elements over lanes */
	} patch;

	/* By kind and space. */
	union {
		struct branch_site branch;
		struct {
			struct atomic_site atomic;
			struct shared_site shared;
		};
	};
	struct trace_site *trace; /* see support/trace.h; NULL: it is not traced */
};

/* Traffic of local memory. The words of a warp's lanes are interleaved: an element of 32 lanes is a line of 128 bytes, and
 * a sector serves eight lanes. */
struct array_traffic {
	double loads, stores; /* requests */
	double load_lines, load_sectors, store_lines, store_sectors;
	double bytes; /* of one thread's arrays */
};

/* An array or record of each thread. It lies in local memory if an index is computed at run time or its address is passed on. */
struct local_array {
	const char *name;
	struct place place; /* the declaration */
	bool is_record;
	bool is_in_memory; /* in local memory, as compiled; assumed from its indices if not compiled */
	uint64_t bytes;    /* per thread */
	double requests;   /* requests of the launch, of 128 bytes each */
	/* the source of an index: "the __constant__ table 'order' at line 12"; NULL: variables alone, or not known */
	const char *index_from;
	bool index_is_table;    /* index_from is constant memory */
	bool index_is_variable; /* the index is a variable with several assignments, such as a loop counter */
	bool is_table;          /* each thread fills it with the same constants and then only reads it */
	struct local_place {
		struct place place;
		enum site_kind kind;
	} *places; /* accesses, each line and kind once */
	size_t place_count;
};

/* Adds weight times `more` to the sums, except `bytes`. */
void array_traffic_add(struct array_traffic *sum, const struct array_traffic *more, double weight);

/* Instructions of a source line other than the source's accesses: totals of a launch, in executions by warps. Instructions of
 * inlined library functions belong to the program's line that calls them. */
struct machine_line {
	const char *file; /* as in the places of the kernel's sites */
	uint32_t line;
	unsigned depth;                   /* loop depth of the innermost executed instruction; 0: in no loop */
	double spill_loads, spill_stores; /* spilled registers */
	double spill_sectors;
	double doubles;                  /* arithmetic in double precision */
	double double_conversions;       /* conversions between float and double; 0 if no float becomes a double */
	double special;                  /* approximations by the special function units (MUFU) */
	double unfused, unfused_doubles; /* multiplications that could be fused with the addition of their product */
	double slow_calls;               /* calls of slow paths, such as the rare cases of divisions and roots */
	double instructions;             /* all instructions */
	double certain;                  /* instructions that execute whatever the data are */
};

/* Compiled accesses of a source line that are alike. */
struct machine_access {
	const char *file; /* as in struct machine_line */
	uint32_t line;
	enum site_kind kind;   /* SITE_LOAD, SITE_STORE or SITE_ATOMIC */
	enum site_space space; /* accessed space; SPACE_GENERIC: several, SPACE_NONE: not known */
	bool is_generic;       /* a generic instruction */
	bool is_called;        /* in a function that is not inlined */
	bool is_spill;         /* spilled registers */
	bool is_open;          /* unknown data decides executions or addresses */
	unsigned width;        /* bytes per lane */
	unsigned depth;        /* loop depth */
	uint32_t loop_line;    /* line of the innermost loop's backward jump */
	const char *loop_file; /* its file; NULL: not known */
	double requests;       /* executions by warps */
	double lines;          /* local memory: lines of 128 bytes */
};

/* All NULL and 0 if the launch's instructions are not known. */
struct machine_lines {
	const struct machine_line *items; /* lines with at least 1% of the instructions, or with another figure */
	size_t count;
	const struct machine_access *accesses;
	size_t access_count;
	bool is_estimated;   /* executions are estimated from trip counts of the source's loops */
	double instructions; /* totals of the launch */
	double doubles;      /* double-precision instructions */
	double unfused, unfused_doubles;
	double spill_loads, spill_stores, spill_sectors;
};

/* LAUNCH_MEASURED: the program made it, without a prediction. */
enum launch_origin { LAUNCH_SOURCE, LAUNCH_OPTION, LAUNCH_ASSUMED, LAUNCH_MEASURED };

struct named_value {
	const char *name;
	const char *text; /* as a report prints it: "1024", "0.5", "d_in (4194304 bytes)", "unknown" */
	bool is_unknown;
	bool is_integer;
	bool is_arbitrary; /* an assumed number whose name says nothing */
	int64_t integer;
};

/* Consecutive numbers of one kind in each element of an array. */
struct element_part {
	uint32_t at;            /* bytes from the element's start */
	uint32_t size, count;   /* bytes of a number; how many numbers */
	bool is_float, is_bool; /* neither: an integer */
};

/* Memory holds the address of a buffer's byte `offset`, from byte `at` on. */
struct held_address {
	uint64_t at, offset;
	uint32_t buffer; /* as launch_argument.buffer */
};

struct held_addresses {
	const struct held_address *items;
	size_t count;
	bool lacks_some; /* not all of them are known */
};

/* A kernel's argument, as needed for a measurement. */
enum argument_kind { ARGUMENT_UNKNOWN, ARGUMENT_BYTES, ARGUMENT_BUFFER, ARGUMENT_TEXTURE };
struct launch_argument {
	const char *name;
	const char *path; /* a member of a record parameter, `p.in`; else NULL */
	const char *type;
	enum argument_kind kind;
	uint32_t size;                    /* bytes of the parameter */
	const uint8_t *bytes;             /* ARGUMENT_BYTES: the value */
	const uint8_t *assumed_bytes;     /* 1 for each byte of a number that nothing binds; NULL: all are bound */
	struct launch_argument *pointers; /* ARGUMENT_BYTES of a record: its ARGUMENT_BUFFERs */
	size_t pointer_count;
	uint32_t at;               /* offset of such a pointer in the record */
	uint64_t buffer_bytes;     /* ARGUMENT_BUFFER: the pointed-to allocation, 0 if not known */
	uint64_t buffer_offset;    /* the pointer's offset in it */
	uint64_t touched_bytes;    /* end of the byte range that the evaluator saw touched */
	uint64_t touched_from;     /* begin of that range */
	bool is_touched_elsewhere; /* some offsets are not known */
	uint32_t buffer;           /* arguments with the same number share one allocation */
	const void *memory;        /* the allocation, as in struct site */
	bool is_host_memory;       /* pinned memory, accessed over the link */
	bool is_managed;           /* cudaMallocManaged, or __managed__ */
	uint32_t element_size;
	uint32_t number_size; /* size of the numbers in its elements; 0: several kinds */
	bool numbers_are_floats, numbers_are_bools;
	const struct element_part *parts; /* parts of elements with several kinds of numbers, as far as known */
	uint32_t part_count;
	struct held_addresses addresses; /* addresses in the allocation before the launch, if contents were requested */
	const char *texture_shape;       /* ARGUMENT_TEXTURE: the shape (analysis/textures.h); elements as above */
	bool is_surface;
	bool indexes;       /* its contents are used as indices */
	bool index_bounded; /* indices from index_low to index_high stay in bounds; if contents were requested */
	int64_t index_low, index_high;
	struct contents contents; /* contents of the allocation before the launch, as far as known, if requested */
};

/* A call and the qualified name of its callee. */
struct named_call {
	struct place place;
	const char *name;
};

/* A __constant__, __device__ or __managed__ variable that a launch accessed, as needed for a measurement. */
struct launch_variable {
	const char *name;
	const char *link_name; /* mangled */
	uint32_t object;       /* the evaluator's number */
	uint64_t size;
	bool is_internal;                /* internal linkage: a compiler may rename it */
	bool indexes;                    /* as in struct launch_argument */
	struct held_addresses addresses; /* before the launch */
	struct contents contents;        /* before the launch, as far as known */
};

struct resources {
	int registers;         /* per thread; -1: not known */
	int64_t static_shared; /* bytes */
	int64_t spill_bytes;   /* bytes of a thread's spill stores, each instruction counted once; -1: not known */
	int64_t stack_bytes;   /* bytes of a thread's local memory; -1: not known */
	double occupancy;      /* theoretical, 0 to 1; NAN: not known */
	enum occupancy_limiter limiter;
	const char *source;     /* nvrtc, source (block size and shared memory alone), unknown */
	const char *uncompiled; /* why the kernel was not compiled; NULL: it was, or compilation was off */
};

/* Measured traffic of local memory by source line: spills, and arrays with computed indices. The source has no corresponding
 * access. */
struct local_traffic {
	const char *file;
	uint32_t line;
	enum site_kind kind; /* a load or a store */
	double requests, sectors;
};

/* Resources of the time model (model/time.h). */
enum time_resource {
	TIME_LINK,
	TIME_MEMORY,
	TIME_L2,
	TIME_L1,
	TIME_SHARED,
	TIME_ATOMICS,
	TIME_CONTENTION,
	TIME_CONSTANTS,
	TIME_LOCAL,
	TIME_TEXTURES,
	TIME_ISSUE,
	TIME_SPECIAL,
	TIME_DOUBLES,
	TIME_INTEGERS,
	TIME_BARRIERS,
	TIME_BLOCK_STARTS,
	TIME_LATENCY,
	TIME_RESOURCES
};

/* Index arrays that were measured with other contents than predicted: names separated by commas; NULL: none. */
struct index_data {
	const char *generated; /* arrays with assumed numbers that stay in bounds */
	const char *given;     /* arrays with contents given by the user */
	bool replaces;         /* the given contents differ from the predicted ones */
};

/* Microseconds. */
struct launch_time {
	double us;                   /* NAN: not known */
	double low_us, high_us;      /* range; INFINITY or NAN: unbounded */
	double by[TIME_RESOURCES];   /* time of each resource alone */
	enum time_resource bound_by; /* the resource with the longest time */
	const char *why;             /* why us is not known; NULL: it is known, or the GPU has no rates */
};

/* A block barrier that some threads execute and other live threads do not. */
struct divergent_barrier {
	struct place place;
	uint32_t block[3], came[3], missing[3]; /* a block, a thread that executes it, and one that does not */
	bool missing_end;                       /* the other thread exits without another barrier */
};

/* A fence of system scope. */
struct system_fence {
	struct place place;
	double warps; /* executions by warps */
};

/* A race: two threads of a block access one shared word, at least one stores, and no barrier orders the accesses. */
struct shared_race {
	struct race_end {
		struct place place;
		enum site_kind kind; /* a load, a store or an atomic */
		uint32_t thread[3];
	} first, second;        /* in a possible order */
	bool second_updates;    /* `second` is a read-modify-write */
	bool in_one_function;   /* if so and `second` precedes `first`, it belongs to the loop's next iteration */
	bool in_one_expression; /* both are in one expression: the assigned value is written after its target */
	const char *array;      /* name in the source; "": none */
	uint32_t block[3];
	bool in_warp;           /* both threads are in one warp: __syncwarp() suffices */
	uint32_t interval;      /* number of the interval between two barriers; races of one interval have one cause */
	const char *assumption; /* NULL: none */
};

/* A block barrier in the evaluated blocks and iterations. */
struct barrier_use {
	struct place place;
	double warps;               /* executions by warps in the launch */
	bool is_needed;             /* it orders accesses of different threads, possibly */
	bool has_before, has_after; /* there are accesses since the last needed barrier, and before the next barrier */
};

/* An evaluated block, and how many blocks it represents. */
struct sampled_block {
	uint32_t at[3];
	double weight;
};

struct launch {
	struct place place;
	uint32_t grid[3], block[3];
	uint32_t cluster[3]; /* blocks of a cluster in each dimension; 0: no clusters, UINT32_MAX: not known */
	uint64_t dynamic_shared;
	enum launch_origin origin;
	struct {
		unsigned number; /* of the program that makes it, from 0 */
		/* assumed launch: main makes launches, but none of this kernel, nor does other host code */
		bool never_makes_it;
		/* how often host code makes it, including indistinguishable launches; skipped iterations of long host
		 * loops count like those that ran */
		uint64_t repeats;
		enum confidence confidence; /* confidence of `repeats`; unknown: it counts what ran */
		const char *why;            /* the basis, or why it is not known; NULL if exact */
		/* launches of the program that it represents: its repeats and a share of those that were not evaluated;
		 * 0: its repeats */
		double stands_for;
		/* 0 to 1: share of the predicted time of the program's launches, with repeats; an upper bound if some
		 * times are not known; NAN: not known, or no program makes it */
		double time_share;
	} program; /* that makes it */
	struct {
		struct named_value *arguments;
		size_t argument_count;
		struct launch_argument *inputs;
		size_t input_count;
		/* ARGUMENT_BUFFERs that addresses in memory point to, named by path: "rows[2]" */
		struct launch_argument *reached;
		size_t reached_count;
		/* assumed numbers among the inputs, for a measurement: "n = 1024, m = 7"; NULL: none */
		const char *assumed_numbers;
		struct launch_variable *variables;
		size_t variable_count;
		bool follows_indices; /* contents of inputs are only used as indices within their ranges */
	} data;                       /* what the kernel gets */
	struct {
		const char **assumptions;
		size_t assumption_count;
		/* arithmetic that the GPU may round otherwise than the host, or than the execution of its machine code
		 * (analysis/rounding.h) */
		bool is_rounding_sensitive, is_rough;
		bool budget_reached;   /* the evaluator's budget ended before all sampled warps had run */
		struct place cut_loop; /* the first loop that the evaluator left early; line 0: none */
		struct place cut_call; /* the first call that was nested too deep; line 0: none */
	} caveats;
	struct {
		/* the blocks that the figures come from; blocks that ran for their effects alone are left out */
		struct sampled_block *items;
		size_t count, capacity;
	} sampled;
	struct site *sites;
	bool has_own_banks; /* some site has own_banks */
	size_t site_count;
	struct {
		bool of_grid;                             /* blocks wait for each other: a cooperative launch */
		const struct divergent_barrier *barriers; /* each place once */
		size_t barrier_count;
		const struct system_fence *fences; /* the same */
		size_t fence_count;
		const struct shared_race *races; /* in shared memory, each pair of places once */
		size_t race_count;
		const struct barrier_use *barrier_uses; /* the program's __syncthreads, each place once */
		size_t barrier_use_count;
	} synchronization;
	struct {
		double warps; /* theoretical, by block size, shared memory and known registers; NAN: not known */
		enum occupancy_limiter limiter;
		double predicted; /* `warps` before a measurement replaced it; else 0 */
	} occupancy;
	struct {
		struct work work;           /* operations as written in the source */
		bool is_scheduled;          /* `work` is the machine code's, with waits of warps */
		struct machine_lines lines; /* of the machine code */
		double constant_bytes;      /* bytes of constant memory that a block reads at computed addresses */
		double busy_warps;          /* warps that access memory, possibly; NAN: not known */
		struct work idle_work;      /* the part of `work` of the other warps */
		double longest_block;       /* serial time of the longest evaluated block over that of the mean block */
		double uneven; /* memory requests of a block's busiest warp over those of its mean busy warp */
		const char *unbounded_time; /* why its time is unbounded; NULL: it is not */
		double footprint;           /* bytes of global memory that it touches, as far as known */
		double buffer_bytes;        /* bytes of the buffers that contain them */
	} execution;
	struct {
		struct array_traffic traffic;   /* arrays and spills */
		struct array_traffic of_arrays; /* the part of `arrays` */
		struct local_array *arrays;
		size_t array_count;
	} local_memory;
	struct launch_time predicted_time; /* us NAN: not known, 0: not asked for */
	struct {
		/* measured median, 10th and 90th percentile; runs 0: not measured */
		struct {
			double median_us, low_us, high_us;
			uint32_t runs;
		} time;
		struct index_data index_data; /* index arrays of the measurement */
		const char *untimed;          /* why it was run but not timed; NULL otherwise */
		const char *device;           /* the GPU that measured it; NULL: the measurement's GPU */
		struct local_traffic *local;  /* traffic of local memory, by line */
		size_t local_count;
	} measured;
	struct trace *trace; /* see support/trace.h; NULL: no site is traced */
};

/* Threads per block. */
static inline uint32_t
launch_threads(const struct launch *launch)
{
	return launch->block[0] * launch->block[1] * launch->block[2];
}

/* Blocks of the grid. */
static inline double
launch_blocks(const struct launch *launch)
{
	return (double)launch->grid[0] * launch->grid[1] * launch->grid[2];
}

/* Warps of the grid; a block's last warp may have fewer than 32 threads. */
static inline double
launch_warps(const struct launch *launch)
{
	return launch_blocks(launch) * ((launch_threads(launch) + 31) / 32);
}

/* A launch that CUDA refuses, with the reason. assumption: the basis of that; NULL: it is certain. */
struct refused_launch {
	struct place place;
	const char *why, *assumption;
};

/* Launches of one place that were not evaluated. text: the first of them, in the form of --launch. */
struct passed_over {
	struct place place;
	uint64_t count;
	const char *text;
	bool estimated;     /* count includes skipped iterations of loops */
	bool shape_assumed; /* the shape of some is assumed */
};

/* An access of a kernel that no evaluated block or iteration reached. */
struct unreached {
	struct place place;
	const char *why;
};

/* A literal or function that turns single precision into double. */
struct double_use {
	struct place place;      /* the literal, or the function's name */
	const char *text;        /* its text: "0.5", "sqrt" */
	const char *replacement; /* "0.5f", "sqrtf"; NULL: the text has another form, such as a macro */
	bool is_call;
	uint32_t first_line, last_line; /* lines of the expressions that become double */
};

/* Slow arithmetic of floats or integers in a loop. */
struct math_use {
	struct place place; /* the whole expression */
	const char *text;   /* its operator or function: "/", "sinf" */
	enum math_kind {
		MATH_DIVISION,         /* of floats, by a loop-invariant divisor that is no constant */
		MATH_INTEGER_DIVISION, /* quotient or remainder of integers, by a variable divisor */
		MATH_INVERSE_ROOT,     /* 1 over a square root */
		MATH_TRIGONOMETRY,     /* sine, cosine, or both */
		MATH_POWER,            /* with any exponent */
		MATH_WHOLE_POWER,      /* with a small constant whole exponent */
		MATH_KINDS
	} kind;
	uint32_t first_line, last_line;
};

/* A second compilation with fewer registers, so that a multiprocessor holds one more block. */
struct register_trial {
	int limit;     /* register limit; 0: not tried */
	int registers; /* registers used; -1: not compiled */
	int64_t spill_bytes;
};

struct kernel {
	const char *name; /* unqualified */
	const char *qualified_name;
	const char *link_name;
	const char **template_args;         /* as demangled: enumerators are numbers of a type */
	const char **written_template_args; /* as written: enumerators are names */
	size_t template_arg_count;
	const char *signature; /* "void (float *, int)", without typedefs; "": not known */
	struct place place;
	bool is_library;                 /* in a header of the CUDA Toolkit, named without its folder */
	int64_t max_threads, min_blocks; /* __launch_bounds__, 0: none */
	const char *block_bound; /* why the block size is fixed, as a clause; NULL: it is not (analysis/by_index.h) */
	struct resources resources;
	const char *status;        /* "ok", or the error of a measurement */
	struct place status_place; /* place of the error; columns 0: a line; line 0: none */
	bool is_partial;
	const char *partial_reason;
	bool is_uncontracted; /* a flag forbids fused multiply-add */
	struct launch *launches;
	size_t launch_count;
	size_t access_count;            /* memory accesses in its code and in its callees */
	struct double_use *double_uses; /* see precision.h; none if not compiled */
	size_t double_use_count;
	struct math_use *math_uses; /* the same */
	size_t math_use_count;
	struct register_trial trial;
	struct unreached *unreached; /* accesses that were not reached, in code order */
	size_t unreached_count;
	struct place *assembly; /* inline assembly that may access memory; its accesses come from the machine code */
	size_t assembly_count;
	uint64_t launches_left_out;   /* launches with further arguments, not evaluated */
	struct passed_over *left_out; /* these by place, in order of the first of each */
	size_t left_out_count;
	struct refused_launch *refused; /* each place and reason once, in order of execution */
	size_t refused_count;
};

enum file_status { FILE_OK, FILE_PARTIAL, FILE_FAILED };

enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };

/* Errors are the parser's. Notes and warnings say how the file was read and what was left out. The place may be in a header or
 * in the flags; line 0: the whole file. */
struct file_problem {
	struct place place;
	enum severity severity;
	const char *message;
	bool is_missing_header; /* a header that was not found; it may cause other errors of the file */
};

struct source_file {
	const char *path;
	enum file_status status;
	struct file_problem *problems;
	size_t problem_count;
};

/* A kernel template without an instance. It was not analysed. */
struct dormant_template {
	const char *name;   /* with namespaces */
	const char *params; /* as arguments: "T, N" */
	struct place place;
};

enum finding_status {
	FINDING_PREDICTED,
	FINDING_CONFIRMED,
	FINDING_PARTLY_CONFIRMED,
	FINDING_REFUTED,
	FINDING_NOT_MEASURED
};

struct penalty {
	double estimate, low, high;
}; /* times slower than the ideal form; estimate NAN: no penalty */

struct related {
	struct place place;
	const char *message;
};

struct fix {
	const char *message;
	struct place place;
	const char *replacement;
}; /* replacement NULL: advice only */

/* What a finding claims, and a measurement can confirm. */
enum claim {
	CLAIM_COST,       /* accesses or branches cost more than necessary */
	CLAIM_FAULT,      /* an access is invalid, at any cost */
	CLAIM_FEW_WARPS,  /* launch: few warps per multiprocessor */
	CLAIM_IDLE_LANES, /* launch: some lanes never work */
	CLAIM_WORK,       /* launch: its work would take less time in another form */
	CLAIM_BARRIER,    /* launch: some threads of a block miss a barrier, at any cost */
	CLAIM_RACE,       /* launch: two threads of a block race in shared memory, at any cost */
};

struct finding {
	const char *rule;
	enum severity severity;
	const char *message;
	struct place place;
	const char *kernel;
	const char *site;                /* a site's id, "" if the finding is about a launch or kernel */
	const struct launch *launch;     /* the launch whose figures it reports: the worst */
	const struct site *const *sites; /* accesses: all reported sites of that launch, possibly with duplicates */
	size_t site_count;
	const char *reason; /* the cause */
	const char *cost;   /* the cost, with numbers */
	const char *advice; /* what to do */
	enum confidence confidence;
	const char *confidence_why; /* basis of the confidence, if it is not exact and not a site's; or NULL */
	struct penalty predicted_penalty, measured_penalty;
	bool is_worthless; /* the repair saves nothing noticeable; the advice is not printed */
	/* why no penalty was predicted in spite of a profile; NULL: there is one, or its inputs are not known */
	const char *unpredicted_penalty;
	double program_us;    /* host code: cost in microseconds of the program; 0 or NAN: not known */
	double time_share;    /* share of the kernel's predicted time that the penalty causes; NAN: not known */
	double saved_us;      /* predicted saving in the program, over all repeats; NAN: not known */
	double program_share; /* saved_us over the predicted time of the program's launches; NAN: not known */
	enum finding_status status;
	const char *status_reason; /* why refuted or not measured, "" otherwise */
	enum claim claim;
	bool judged_in_time;          /* the status follows from the measured penalty; else from counts */
	const char *measured_against; /* what the measured penalty compares with: "in blocks of 256 threads" */
	/* after a measurement: why there is no measured penalty; NULL: there is one, or none was requested */
	const char *unmeasured_penalty;
	const struct fix *fixes;
	size_t fix_count;
	struct related *related;
	size_t related_count;
	const struct suppression *suppression; /* the comment that accepts it; NULL: none */
};

/* A comment that accepts the findings of a rule (rules/suppressions.h). */
struct suppression {
	struct place place; /* of the rule's name */
	const char *rule;
	const char *reason;   /* "": none is given */
	bool needs_reason;    /* NOLINT needs none */
	uint32_t first, last; /* the lines that it is about; UINT32_MAX: to the end of the file */
	bool is_used;         /* it accepts some finding, or names a place of one */
};

/* The outcome of a measurement. */
struct measurement {
	const char *device;   /* the GPU that ran the kernels; NULL: they did not run */
	const char *compiler; /* "NVRTC 13.0 for sm_90"; NULL: nothing was compiled */
	bool of_program;      /* the user's own program was measured; its code is not known */
	const char *reason;   /* why kernels did not run or were not counted; "" if they were */
};

struct facts {
	struct arena arena;
	const char *gpu, *sm;              /* "H200", "sm_90" */
	unsigned multiprocessors;          /* of the GPU; 0: not known */
	unsigned warps_per_multiprocessor; /* at most; 0: not known */
	unsigned shared_per_block;         /* bytes, at most for static shared memory; 0: not known */
	double clock_ghz, dram_gbs;        /* clock of the multiprocessors, memory bandwidth; 0: not known */
	const char *profile;               /* origin of the time model's rates: shipped, calibrated, scaled, none */
	/* full name of the profiled GPU; NULL: no times are predicted. If scaled, times are for another GPU than this */
	const char *profile_gpu;
	const char *compiler;   /* "NVRTC 13.0"; NULL: the kernels were not compiled */
	const char *uncompiled; /* why not; NULL: compilation was off, or there was nothing to compile */
	struct source_file *files;
	size_t file_count;
	struct kernel *kernels;
	size_t kernel_count;
	struct dormant_template *dormant_templates;
	size_t dormant_template_count;
	uint64_t event_count;    /* requests and branches of warps in the evaluated blocks */
	struct place *cut_loops; /* host loops with skipped iterations, whose launches may differ */
	size_t cut_loop_count, cut_loop_capacity;
	struct named_call *library_calls; /* library algorithms on device memory, whose kernels are not known */
	size_t library_call_count, library_call_capacity;
	struct named_call *unseen_calls; /* the first call of each undefined function, which may make launches */
	size_t unseen_call_count;
	/* the first launch of each undefined kernel, which these facts do not contain */
	struct named_call *undefined_kernels;
	size_t undefined_kernel_count;
	struct host_operation *host_operations; /* see model/host_work.h */
	size_t host_operation_count;
	bool needs_arguments;          /* a note of some file lists arguments that main needs to launch */
	bool shares_devices;           /* host code uses several devices, or lets others use its memory */
	bool host_operations_left_out; /* there were more than are kept */
	struct finding *findings;
	size_t finding_count, finding_capacity;
	struct finding *suppressed; /* findings that a comment accepts; none of them is among `findings` */
	size_t suppressed_count;
	const struct measurement *measurement; /* NULL: none was requested */
};

struct host_operation;

void facts_free(struct facts *facts);

/* The GPU of predicted times; NULL: no times are predicted. */
const char *facts_timed_gpu(const struct facts *facts);
/* Whether both begin at the same character of the same file. */
bool facts_same_place(const struct place *a, const struct place *b);
/* The launch's kernel; NULL: none. */
const struct kernel *facts_kernel_of(const struct facts *facts, const struct launch *launch);
/* Sets the launch's occupancy and its limiter by the driver's rules, for the kernel's resources. */
void facts_set_occupancy(struct launch *launch, const struct resources *resources, const struct gpu *gpu);
/* Whether two launches have the same grid, block and dynamic shared memory. */
bool facts_same_shape(const struct launch *a, const struct launch *b);
/* Whether the list contains the place. */
bool facts_has_place(const struct place *places, size_t count, const struct place *place);

/* Size in bytes of the at most 64 pieces of a lane step (site.step_used); 0: the step is too long. */
int64_t step_piece(int64_t step);

const char *confidence_text(enum confidence confidence);
const char *site_kind_text(enum site_kind kind);
const char *site_space_text(enum site_space space);
/* NULL: not compiled. */
const char *branch_code_text(enum branch_code code);

#endif
