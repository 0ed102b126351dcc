/* The facts about a program: what the model folds the evaluator's events into, what rules read, and what every report
 * format renders. Predicted and measured figures have the same shape, so that a reader compares like with like.
 *
 * Units are Nsight Compute's: requests are warp-level memory instructions, sectors are 32 bytes, wavefronts are passes
 * through shared memory's data stage. All counts are totals of the whole launch. Everything lives in the arena of the
 * `struct facts`. A figure that cannot be given is NAN (a JSON report says null), never 0. */
#ifndef GPULINT_MODEL_FACTS_H
#define GPULINT_MODEL_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "data/contents.h"
#include "ir/ir.h"
#include "model/gpu.h"
#include "model/work.h"
#include "support/arena.h"

/* How far a figure can be trusted, best first. */
enum confidence {
	CONFIDENCE_EXACT,    /* follows from the machine code and the launch */
	CONFIDENCE_ASSUMED,  /* holds for an assumption that the report states */
	CONFIDENCE_BOUNDED,  /* lies between two figures */
	CONFIDENCE_UNKNOWN,
};

struct place {
	const char *file;
	uint32_t line, column, end_line, end_column;  /* from 1, columns in bytes, end exclusive */
};

/* That of a piece of a unit's source; its file's name is copied to the arena. */
struct place facts_place(struct arena *arena, const struct ir_unit *unit, struct ir_loc loc);

/* What was measured of what was predicted. */
enum agreement {
	AGREEMENT_OPEN,       /* nothing to be compared: not measured, or nothing predicted */
	AGREEMENT_FULL,       /* a request costs so much, and there are so many of them */
	AGREEMENT_COST,       /* a request costs so much, but there are more or fewer of them */
	AGREEMENT_BOUNDS,     /* a request costs something else, which the bounds that were told allow */
	AGREEMENT_NONE,
};

enum site_kind { SITE_LOAD, SITE_STORE, SITE_ATOMIC, SITE_BRANCH, SITE_BARRIER, SITE_CALL };
enum site_space { SPACE_NONE, SPACE_GLOBAL, SPACE_SHARED, SPACE_CONSTANT, SPACE_LOCAL, SPACE_TEXTURE, SPACE_GENERIC };

/* What is wrong with where an access goes, settled by the source and the launch; worst first. */
enum fault_kind {
	FAULT_NONE,
	FAULT_NULL,           /* through a null pointer */
	FAULT_HOST,           /* to memory of the host that CUDA was not told of */
	FAULT_FREED,          /* to memory that was given back before */
	FAULT_ALIGNMENT,      /* to no multiple of its width */
	FAULT_BEHIND,         /* beyond the end of what it accesses */
	FAULT_BEFORE,         /* in front of it */
};

/* One lane's access of those that are wrong; the farthest off that was seen. */
struct fault {
	enum fault_kind kind;
	uint32_t block[3], thread[3];
	int64_t at;                    /* its first byte, from the beginning of what it accesses */
	uint64_t size;                 /* bytes of that; 0: not known */
	const char *memory;            /* its name, as the host code or the declaration has it; "": none */
};

/* Totals of one site over a launch; NAN where not known or not applicable. */
struct figures {
	double requests;          /* warp-level instructions with at least one active lane */
	double lanes;             /* active lanes, summed over requests */
	double sectors;           /* global, local, texture: 32-byte sectors */
	double ideal_sectors;
	double wavefronts;        /* shared memory passes; for constant memory distinct addresses */
	double ideal_wavefronts;
	double divergent;         /* branches: warp-level executions whose lanes went both ways */
	double low, high;         /* bounds of the main cost (sectors or wavefronts) when the confidence is bounded */
};

/* All NAN. */
extern const struct figures no_figures;

/* What of a sector's surroundings is touched as well, about as soon: memory moves pieces of two sectors, and the farther
 * apart these are, the dearer each. */
enum nearness {
	NEAR_SECTOR,      /* the other one of its 64 bytes */
	NEAR_PIECE,       /* the next 64 bytes */
	NEAR_LINE,        /* the next 128 bytes */
	NEAR_NOTHING,
	NEARNESSES
};

/* What the accesses of a site take of the GPU, totals of the launch; see model/time.h for what that costs. */
struct demand {
	double lookups;           /* cycles of L1: of stores and atomics one for each line of 128 bytes, request by request; of shared
	                             memory none */
	double wavefronts;        /* of shared memory */
	double l2_sectors;        /* that loads do not find in L1 */
	double late;              /* loads' requests that do not find all of theirs there */
	double late_share;        /* 0 to 1: of the times that a block's warps load together those in which one of them is late */
	double l2_lines;          /* that stores and atomics go to, request by request; */
	double resumed_lines;     /* of stores those where a round goes on with a sector that one before wrote a part of; */
	double merged_lines;      /* and beside all these those that go to L2 with an earlier store, likely */
	double passes;            /* of atomics in L2, */
	double passes_at_once;    /* so many of which go on side by side where they are of different words; 0: one, */
	double met_passes;        /* those if all lanes were on one word, */
	double combined_passes;   /* those if blocks combined what they add before, */
	double pieces;            /* and over how many pieces of memory they are spread: see model/contention.h */
	double constants;         /* requests to constant memory that the compiler cannot make operands of, */
	double constant_passes;   /* and the words that these want, */
	double constant_lines;    /* and the lines of 64 bytes that the words are in */
	double fetches;           /* of textures and surfaces */
	double generic;           /* requests that ask each lane's address whether it leads to shared memory, as the compiler has it */
	double loaded[NEARNESSES], part_stored[NEARNESSES], stored[NEARNESSES];   /* sectors of memory: loaded, written in
	                                                                             part, written whole */
	struct link_demand {
		double read, written;     /* bytes, with what the link takes beside small ones */
		double trips;             /* of atomics that wait for each other, there and back */
	} link;                       /* to the host's memory (model/link.h) */
};

/* How the lanes of a warp step through memory at a site. Steps are per lane: where lanes are off between two, those
 * have as many steps between them as they are lanes apart. */
enum pattern {
	PATTERN_UNKNOWN,
	PATTERN_UNIFORM,      /* all lanes on one address */
	PATTERN_CONTIGUOUS,   /* neighbours are one element apart, aligned to a sector */
	PATTERN_MISALIGNED,   /* contiguous, but a request begins inside a sector */
	PATTERN_STRIDED,      /* a constant step of more than one element */
	PATTERN_GATHER,       /* indexed by loaded data */
	PATTERN_MIXED,        /* several pieces: a tile's rows, a wrapped index, steps that vary */
};

/* A request to shared memory that was seen, so that another layout of its array can be tried. */
struct shared_sample {
	uint32_t active;               /* its lanes, a bit each */
	uint16_t width;                /* bytes that one moves */
	enum shared_open { OPEN_NOTHING, OPEN_COLUMNS, OPEN_ROWS } open;   /* what is not known of lanes' places: columns within the
	                                  rows that they are in, or the rows whose columns they are in; each is as likely as the others */
	uint32_t open_lanes;           /* of which that is not known */
	uint8_t alike[32];             /* of these: the lane with which it has what is not known in common; itself: with none before it */
	int32_t at[32];                /* bytes from the array's beginning, as far as known */
};
enum { MOST_SHARED_SAMPLES = 12 };  /* of a site, drawn evenly from all of its requests */

/* Why an access is assumed whose kernel was not compiled. */
extern const char not_compiled[];

enum { LONGEST_EXPRESSION = 120 };   /* bytes of struct site's: what is longer is cut off */

struct site {
	const char *id;                /* stable across runs and unrelated edits: kernel, expression and ordinal */
	struct place place;
	struct place line_info;        /* where a library's header has it, for the compiler and for profilers: file and line
	                                  alone, or where the compiler has moved it; file NULL: at `place` */
	bool is_of_code;               /* only the machine code has it: no access of the source stands for it, whose line's text its own is */
	bool is_moved;                 /* line_info is where the compiler has moved it, in the program's own code */
	const char *expression;        /* the source text */
	enum site_kind kind;
	enum site_space space;
	unsigned width;                /* bytes a lane moves in one request; 0 for branches */
	unsigned source_width;         /* the same as the source has it, which the compiler may have merged to more */
	bool in_pieces;                /* its text is that of a record or an array, of which a request moves a part */
	enum confidence confidence;
	const char *why;               /* what the confidence rests on, or why nothing is known; "" if exact */
	const char *run_assumption;    /* what its lanes and addresses rest on, whatever the compiler makes of it; NULL: nothing, */
	bool is_open_ended;            /* but perhaps data that nobody knows */
	struct figures predicted;      /* CONFIDENCE_UNKNOWN: what was seen of it, to reckon with beside others; no report tells it */
	bool extrapolated;             /* some blocks or iterations were not run, but stand for their like */
	bool has_measured;
	struct figures measured;
	/* What the compiler makes of the accesses of its line, kind and space, its own share of it; requests 0: nothing, or nobody
	 * knows. */
	struct site_code {
		double requests;
		double generic;            /* of these by instructions that do not say which memory it is */
		double width;              /* bytes a lane, on average */
		bool is_in_loop;           /* some are in the site's innermost loop */
		bool is_called;            /* some are in a function that is not inlined */
		bool is_mixed;             /* generic ones go to several memories */
	} code_of_line;
	double line_excess;            /* has_measured false, but its line's sites were measured together: what they cost over
	                                  the ideal, less what the others are predicted to; else NAN (or 0, unmeasured) */
	enum agreement agreement;      /* within COMPARE_TOLERANCE; of sites on one line, of their totals */
	const char *measured_note;     /* after a measurement: why there are no figures, or what they stand for; else NULL */

	/* What rules and messages need beyond figures. */
	enum pattern pattern;
	int64_t lane_step;             /* bytes between neighbouring lanes, when the pattern has one; may be negative. Of
	                                  PATTERN_MIXED: within a row of the block, when it is uneven only where rows end */
	bool has_row_step;             /* the first row of a block and the second are one step apart in all its accesses: */
	int64_t row_step;              /* bytes from a thread to the one with the next threadIdx.y */
	int64_t active_step;           /* as lane_step, between neighbours of those that are active, where these are evenly apart */
	bool steps_vary;               /* some of its requests step otherwise */
	unsigned misalignment;         /* bytes of the first lane into its sector, when misaligned; where they differ, of one */
	bool misaligned_variously;     /* requests begin at several places in their sectors */
	bool misaligned_by_block;      /* they begin where the first thread's index in the grid's x dimension has them: blocks
	                                  before them that do not end with a sector are why */
	unsigned ways;                 /* shared: worst number of passes of a request over the ideal; constant: addresses */
	unsigned same_address_lanes;   /* atomics: most lanes of a request on one address, of all requests */
	double same_address_mean;      /* the same of a request, on average */
	/* Of a side of an asynchronous copy, whose figures depend on where the other side lies: how many times the ideal a load
	 * and a store would cost that lie as the sides do, each by itself. */
	enum copy_way { COPY_NONE, COPY_THROUGH_L1, COPY_PAST_L1 } copy;
	double copied_load_excess, copied_store_excess;
	bool names_lanes;              /* branches that split warps: on their sides is code for just the lanes that come (code/named_lanes.h) */
	bool by_lane;                  /* branches: the condition differs between the lanes of a warp */
	double minority_lanes;         /* branches: lanes on the side that fewer took, of a divergent execution; 0: not known */
	/* Branches: what lanes part for. A ladder of else-ifs is told at its first, with the paths of all. */
	enum branch_form { BRANCH_TWO_SIDES, BRANCH_ONE_SIDE, BRANCH_LOOP, BRANCH_SWITCH, BRANCH_LADDER } form;
	struct { double requests, divergent; } written;   /* warps that come there by the source; of branches also those whose lanes part */
	enum branch_code {             /* branches: what the compiler made of it; `predicted` is what its jumps do, if there are such */
		BRANCH_CODE_UNKNOWN,   /* it was not asked */
		BRANCH_CODE_JUMPS,
		BRANCH_CODE_EXIT,      /* an exit under a predicate */
		BRANCH_CODE_PREDICATED,   /* instructions that set predicates, or select */
		BRANCH_CODE_NONE,      /* nothing that is on its line */
	} code;
	double side_warps, whole_warps; /* branches: warps that run its sides or paths, each counted, and how many would if of the
	                                  lanes of each warp that come there all went one way, over the grid as many each way as
	                                  do (the second version that is timed has another one decide in each of 32 warps);
	                                  0 or NAN: not known */
	double side_lanes;             /* branches: lanes in side_warps */
	double visits;                 /* branches: times that blocks come there */
	double side_instructions;      /* of an if: what stands on its sides, roughly, or behind it where one only jumps off and warps
	                                  part; INFINITY: more than a straight line */
	double inactive_lane_excess;             /* how many times the ideal sectors the lanes would touch side by side, each in its
	                                  place: what those cost that are off between them; 0: not known */
	const struct site *diverging_branch;    /* the branch that turned lanes off, those between the others if it was several; of an
	                                  else-if, the branch before it; or NULL */
	struct fault fault;
	bool data_dependent;           /* which lanes are active, or where they go, depends on loaded data; of branches also
	                                  where that data is known */
	bool awaits_data;              /* unknown or bounded, for data that the program's run would bring */
	bool step_made_up;             /* lane_step rests on a number of which neither the code nor its name says anything */
	bool by_rows;                  /* steps are uneven only where a row of the block ends, within the warp; rows are contiguous */
	bool in_record;                /* the address is a member of an array of structs; lane_step is the struct's size */
	unsigned record_align;         /* in_record: what the struct's address is a multiple of */
	uint64_t step_used;            /* which of a step's pieces it uses, a bit each; see step_piece. Of PATTERN_MIXED: as far as rows
	                                  of the block go */
	uint64_t step_used_by_warp;    /* the same of one warp's requests alone */
	uint64_t step_from, step_end;  /* bytes from a multiple of lane_step, in what it goes to, between which all its accesses are that were
	                                  seen; step_end 0: not known */
	bool walks;                    /* a lane's next access is mostly to the element beside its last */
	double repeated;               /* 0 to 1: of its requests those that go, lane by lane, where that of the loop's iteration before went, as
	                                  far as the compiler makes them; of shared memory 0 in a loop in which threads wait for each other */
	uint64_t repeated_at;          /* accesses whose lanes go to the same places share it, of the latest request; 0: not known */
	bool stores_the_same;          /* of a store in a loop: each iteration computes it of the same, which the loop does not store */
	struct place loop;             /* the innermost around it in its function; line 0: none */
	bool is_recurrent;             /* of a launch of few warps, or a store of less than a word: as code/recurrence.h or code/handed_on.h has it */
	const void *memory;            /* which allocation it is, to be compared; NULL: not known */
	/* Its addresses, if all requests go there: in global memory the evaluator's, in shared memory from where the kernel's variables
	 * begin, or what the compiler has once it was asked. memory_end 0: not known. */
	uint64_t memory_first, memory_end;
	const void *walk;              /* accesses whose index is the same but for what all threads share share it; NULL: not known */
	const char *object;            /* the array's name as the source has it (`a`, `p->x`), "" if not known */
	bool is_in_device;             /* all that it goes to is memory that the program has of this device alone: a __device__ variable's, or
	                                  cudaMalloc's */
	enum ir_scope scope;           /* of an atomic */
	enum ir_builtin builtin;       /* atomics: the function; IR_BUILTIN_COUNT: it is none of those that are known */
	bool on_integers;              /* atomics: the value is an integer */
	bool result_used;              /* atomics: somebody reads what was there before */
	bool is_volatile;              /* declared so: others may change what is there meanwhile */
	bool operands_alike;           /* atomics: all threads give the same, as far as known */
	bool of_threads;               /* atomics: where they go and what they give follows from the numbers of threads, and no memory */
	bool blocks_meet;              /* atomics: all blocks go to the same sectors, as far as addresses are known */
	const char *argument;          /* of an access in a function that a kernel calls: the kernel's parameter that the array is
	                                  handed to, if it is another name; NULL: none is known */
	const char *other_argument;    /* where another request goes to another parameter's array; NULL: as above */
	bool several_memories;         /* not all requests go to `memory` */
	const char *reason;            /* "lanes step by 4096 bytes: n = 1024 from the launch at line 40" */
	int64_t shared_row_bytes;      /* shared memory: bytes of the array's innermost rows, 0 if it has one dimension */
	int64_t shared_bytes;          /* of all its rows */
	unsigned shared_element_bytes, shared_dimensions;   /* 0: it is no array of several dimensions */
	const struct shared_sample *samples;
	size_t sample_count;
	const char *shared_row_length; /* the last dimension, as the declaration spells it; "" where that does not end in one */
	bool shared_size_taken;        /* some code of the declaration's file asks how large the array is, by sizeof */
	bool own_banks;                /* shared memory: lanes go to several rows, but to places in these that are in banks of their
	                                  own: they meet only where rows, or what data adds to addresses, are no multiples of all
	                                  banks */
	bool by_dimensions;            /* the access goes through all of the array's dimensions, not through a pointer into it */
	bool of_matrix;                /* it moves a matrix fragment, for which rows have to be multiples of 16 bytes */
	struct place declaration;      /* where `object` is declared: fixes are written there; line 0 if not known */

	/* What it takes of the GPU: as it is, with its lanes side by side, and with those of which nobody knows where they go as far
	 * apart as may be. */
	struct demand demand, ideal_demand, apart_demand;
	/* What memory moves for the access and others want as well, who is compared by `flow`: that stays as long as one of them lies where
	 * it does. Shares of `demand`; `lent` is all of it, in which loans may overlap. */
	const void *flow;
	double lent;
	struct place chosen;           /* the conditional by which its pointer leads to shared memory or to other; line 0: there is none */
	struct site_loan {
		const void *to;            /* NULL: nobody knows */
		double share;
	} *loans;
	size_t loan_count;
	/* Of loads from global memory and stores to it: what a block does again, of the block that was followed. Words are of 4 bytes. */
	struct block_reuse {
		double executions;         /* times that the block's warps make the access together; 0: not known */
		double words;              /* loads: that requests want, each request's once, */
		double apart_words;        /* and each execution's once; */
		double new_words;          /* those that nobody in the block has touched before, of stores: stored before, */
		double new_sectors;        /* and sectors that nobody has touched */
		uint64_t first, end;       /* addresses between which it touches: what is known of distances alone. */
		bool is_estimated;         /* iterations that were not run may have touched some of what is counted as new */
		double blocks;             /* of which the launch has so many */
	} reuse;
	bool demand_known;             /* it follows from addresses; else it is no more than likely */
	bool in_open_loop;             /* data alone knows how often it goes round */
	uint64_t contended;            /* atomics: a name for the piece of memory that most of them are on; 0: there is none */
	double rivals;                 /* of a compare-and-swap that a loop tries until it gets through: warps that want one word at a time,
	                                  on average; else 0 */
	const char *native;            /* the atomic that does the same as such a loop: "atomicAdd on double"; NULL: there is none */
	bool native_loads;             /* what it adds, say, the loop loads: it does the same if that is other memory */
	struct demand native_demand;   /* that this would take; */
	double native_requests;        /* and what it would make of `predicted.requests` */
	bool spread_known;             /* atomics: which of them go to one address follows from addresses */
	double uneven;                 /* requests of the warp of a block that makes most, over those of the block's average warp; of
	                                  branches as often as it runs their sides */
	double uneven_launch;          /* the same of the warp that makes most of the launch's, over those of its average warp */
	double held;                   /* 0 to 1: of a load's rounds in a loop those that may not begin before a store of the last */
	unsigned phase;                /* of a load of global memory that is held: those with the same number begin together, others when
	                                  these have come; 0: it is not held, or by others than they */
	/* Of loads from global memory whose lanes step unevenly: where they are in an array of rows, as the index has it. Of the requests
	 * that were sampled the largest box around a warp's lanes. */
	struct lane_patch {
		int64_t pitch;             /* bytes from row to row; 0: no rows are known, or not of all lanes */
		int64_t rows, columns;     /* of the box; columns in elements */
		double sparseness;         /* elements of the box over lanes, on average */
	} patch;
	bool may_alias;                /* of an access to global memory in a loop: for all the compiler knows, other pointers lead there */
	unsigned iterations_in_line;   /* of such a load that is held: iterations of `loop` that the compiler puts in one straight line, so
	                                  that they load together once no store stands between; 1: each is by itself, 0: not known */
	struct work side_work;         /* branches: what warps do on its sides; NAN: not known */
	uint32_t first_side_line, last_side_line;   /* branches: lines of these, in the file of the site's line; 0: not known */
};

/* What the warps of a launch move in local memory. It has the words of a warp's lanes side by side: an element is a line of 128
 * bytes, and a sector of it serves eight lanes. */
struct array_traffic {
	double loads, stores;          /* requests */
	double load_lines, load_sectors, store_lines, store_sectors;
	double bytes;                  /* of the arrays of a thread */
};

/* An array of a thread's own, or a record. Local memory has it where some of its elements are chosen at run time, or its address is handed
 * on. */
struct local_array {
	const char *name;
	struct place place;            /* of its declaration */
	bool is_record;
	bool is_in_memory;             /* the compiler has it in local memory; where it was not asked, it is taken to, by its indices */
	uint64_t bytes;                /* of a thread */
	double requests;               /* of 128 bytes each, of the whole launch */
	const char *index_from;        /* what yields an index, as "the __constant__ table 'order' at line 12"; NULL: variables alone,
	                                  or not seen */
	bool index_is_table;           /* that is constant memory */
	bool index_is_variable;        /* a variable that is assigned several times, as a loop's counter is */
	bool is_table;                 /* each thread fills it with the same constants, and only reads it then */
	struct local_place { struct place place; enum site_kind kind; } *places;   /* where it is accessed, each line and kind once */
	size_t place_count;
};

/* Adds all but the arrays' own bytes, so many times. */
void array_traffic_add(struct array_traffic *sum, const struct array_traffic *more, double weight);

/* What the instructions of a source line do beside accesses that the source has, totals of a launch in executions of warps. Of what a
 * library's function does that is inlined, the line is the program's own that calls it. */
struct machine_line {
	const char *file;              /* as the places of the kernel's sites have it */
	uint32_t line;
	unsigned depth;                /* loops around the innermost of the instructions that are executed; 0: it is in none */
	double spill_loads, spill_stores;   /* of registers that do not suffice, to local memory, */
	double spill_sectors;
	double doubles;                /* arithmetic in double precision, */
	double double_conversions;     /* and of floats to it and back; 0 where no float becomes a double */
	double special;                /* approximations by the special function units (MUFU) */
	double unfused, unfused_doubles;   /* multiplications of which one instruction could do what adds the product as well */
	double slow_calls;             /* of the functions that compute what those do not: the rare cases of a division, a root */
	double instructions;           /* of all kinds, */
	double certain;                /* and of these the ones that are surely executed, whatever data decides */
};

/* Accesses of a source line that the compiler makes alike. */
struct machine_access {
	const char *file;              /* as of struct machine_line */
	uint32_t line;
	enum site_kind kind;           /* SITE_LOAD, SITE_STORE or SITE_ATOMIC */
	enum site_space space;         /* that they go to; SPACE_GENERIC: to several, SPACE_NONE: nobody knows */
	bool is_generic;               /* the instruction itself does not say which memory that is */
	bool is_called;                /* they are in a function that is not inlined */
	bool is_spill;                 /* of registers that do not suffice */
	bool is_open;                  /* data that nobody knows decides how often they are executed, or where they go */
	unsigned width;                /* bytes a lane */
	unsigned depth;                /* loops around them; */
	uint32_t loop_line;            /* the line of the jump back in the innermost, */
	const char *loop_file;         /* in that file; NULL: not known */
	double requests;               /* as warps execute them; */
	double lines;                  /* of local memory: of 128 bytes */
};

/* All NULL and 0 where nothing is known of the launch's instructions. */
struct machine_lines {
	const struct machine_line *items;   /* those that have a hundredth of the instructions, or one of the other figures */
	size_t count;
	const struct machine_access *accesses;
	size_t access_count;
	bool is_estimated;             /* how often instructions are executed: from the iterations of the source's loops */
	double instructions;           /* of the launch, */
	double doubles;                /* and of these */
	double unfused, unfused_doubles;
	double spill_loads, spill_stores, spill_sectors;
};

/* LAUNCH_MEASURED: the program made it, and nothing predicts it. */
enum launch_origin { LAUNCH_SOURCE, LAUNCH_OPTION, LAUNCH_ASSUMED, LAUNCH_MEASURED };

struct named_value {
	const char *name;
	const char *text;              /* as a report prints it: "1024", "0.5", "d_in (4194304 bytes)", "unknown" */
	bool is_unknown;
	bool is_integer;
	bool is_made_up;               /* neither the code nor its name says anything of it */
	int64_t integer;
};

/* Numbers of one kind, side by side in each element of an array. */
struct element_part {
	uint32_t at;                   /* bytes from the element's start */
	uint32_t size, count;          /* bytes of a number, and how many there are */
	bool is_float, is_bool;        /* neither: an integer */
};

/* The address of a buffer's byte `offset`, which memory holds from byte `at` on. */
struct held_address {
	uint64_t at, offset;
	uint32_t buffer;               /* as launch_argument.buffer */
};

struct held_addresses {
	const struct held_address *items;
	size_t count;
	bool lacks_some;               /* not all of them are known */
};

/* A kernel's argument, as far as measuring needs it. */
enum argument_kind { ARGUMENT_UNKNOWN, ARGUMENT_BYTES, ARGUMENT_BUFFER, ARGUMENT_TEXTURE };
struct launch_argument {
	const char *name;
	const char *path;              /* of a member of a record: from the parameter on, `p.in`; else NULL */
	const char *type;
	enum argument_kind kind;
	uint32_t size;                 /* bytes of the parameter */
	const uint8_t *bytes;          /* ARGUMENT_BYTES: the value, */
	const uint8_t *stand_ins;      /* and 1 for each byte of a number that nothing binds; NULL: all are bound */
	struct launch_argument *pointers;   /* ARGUMENT_BYTES of a record: those in it that are ARGUMENT_BUFFERs, */
	size_t pointer_count;
	uint32_t at;                   /* each at that offset */
	uint64_t buffer_bytes;         /* ARGUMENT_BUFFER: the pointed-to allocation, 0 if not known */
	uint64_t buffer_offset;        /* the pointer's offset in it */
	uint64_t touched_bytes;        /* highest byte offset, exclusive, that the evaluator saw touched, */
	uint64_t touched_from;         /* and the lowest */
	bool is_touched_elsewhere;     /* some offsets are not known */
	uint32_t buffer;               /* arguments with the same number share one allocation */
	const void *memory;            /* that allocation, as sites have it */
	bool is_host_memory;           /* pinned, which the GPU reads and writes over the link */
	bool is_managed;               /* cudaMallocManaged, or __managed__ */
	uint32_t element_size;
	uint32_t number_size;          /* of the numbers that its elements are, or consist of; 0: of several kinds */
	bool numbers_are_floats, numbers_are_bools;
	const struct element_part *parts;   /* of elements of several kinds of numbers, as far as they are told */
	uint32_t part_count;
	struct held_addresses addresses;   /* in the allocation before the launch, if contents were asked for */
	const char *texture_shape;     /* ARGUMENT_TEXTURE, a handle: see code/textures.h; its elements are described as above */
	bool is_surface;
	bool indexes;                  /* its contents are used as indices, which */
	bool index_bounded;            /* lead nowhere out of bounds as long as they are from index_low to index_high; asked for */
	int64_t index_low, index_high; /* as contents are */
	struct contents contents;      /* of the allocation before the launch, as far as known, if they were asked for */
};

/* A call, and the qualified name of what it calls. */
struct named_call { struct place place; const char *name; };

/* A __constant__, __device__ or __managed__ variable that the device code of a launch came to, as measuring needs it. */
struct launch_variable {
	const char *name;
	const char *link_name;         /* as mangled */
	uint32_t object;               /* the evaluator's number of it */
	uint64_t size;
	bool is_internal;              /* no other unit sees it: a compiler may call it otherwise */
	bool indexes;                  /* as with arguments */
	struct held_addresses addresses;   /* before the launch, */
	struct contents contents;      /* as far as known */
};

struct resources {
	int registers;                 /* a thread; -1: not known */
	int64_t static_shared;         /* bytes */
	int64_t spill_bytes;           /* that a thread stores when registers do not suffice, as the code has it, each instruction once;
	                                  -1: not known */
	int64_t stack_bytes;           /* of a thread's local memory: spills, and arrays that registers cannot hold; -1 */
	double occupancy;              /* theoretical, 0 to 1; NAN: not known */
	enum occupancy_limiter limiter;
	const char *source;            /* nvrtc, source (block size and shared memory alone), unknown */
	const char *uncompiled;        /* why the compiler made nothing of the kernel; NULL: it did, or was not asked */
};

/* What a line of the source does to local memory, as the hardware counted it: registers spilled there, and arrays that
 * are indexed by what the compiler does not know. The source has no access that could be predicted. */
struct local_traffic {
	const char *file;
	uint32_t line;
	enum site_kind kind;           /* a load or a store */
	double requests, sectors;
};

/* What a launch keeps busy; see model/time.h. */
enum time_resource {
	TIME_LINK, TIME_MEMORY, TIME_L2, TIME_L1, TIME_SHARED, TIME_ATOMICS, TIME_CONTENTION, TIME_CONSTANTS, TIME_LOCAL, TIME_TEXTURES,
	TIME_ISSUE, TIME_SPECIAL, TIME_DOUBLES, TIME_INTEGERS, TIME_BARRIERS, TIME_BLOCK_STARTS, TIME_LATENCY,
	TIME_RESOURCES
};

/* Index arrays that a launch was measured with other contents of than the prediction had: their names, with commas between; NULL:
 * there are none. */
struct index_data {
	const char *made_up;           /* numbers that lead nowhere out of bounds */
	const char *given;             /* what the user says they hold; */
	bool replaces;                 /* where the prediction knew something else of them */
};

/* Microseconds. */
struct launch_time {
	double us;                     /* NAN: not known */
	double low_us, high_us;        /* as far as it is known; INFINITY, or NAN: not at all */
	double by[TIME_RESOURCES];     /* that each resource would take by itself */
	enum time_resource bound_by;   /* that which takes longest */
	const char *why;               /* us is not known; NULL: it is, or there are no rates to tell it by */
};

/* A barrier of the block that some of its threads surely come to while others, which have not ended, do not. */
struct divergent_barrier {
	struct place place;
	uint32_t block[3], came[3], missing[3];   /* a block, a thread of it that comes, and one that does not */
	bool missing_end;              /* whoever does not come ends, without meeting another barrier in its place */
};

/* A fence that counts for the host and other devices as well. */
struct system_fence {
	struct place place;
	double warps;                  /* that come to it, each time */
};

/* Accesses of two threads of a block to the same shared memory, one of them a store, with nothing between that orders them. */
struct shared_race {
	struct race_end {
		struct place place;
		enum site_kind kind;       /* a load, a store or an atomic */
		uint32_t thread[3];
	} first, second;               /* in an order in which they may be made */
	bool second_updates;           /* it stores what it makes of what lies there */
	bool in_one_function;          /* then, where `second` stands before `first`, it is of a loop's next iteration, */
	bool in_one_expression;        /* unless one is a part of the other, or is it: what is assigned stands behind where it goes */
	const char *array;             /* as the source calls it; "": it has no name */
	uint32_t block[3];
	bool in_warp;                  /* both threads are of one warp: __syncwarp() would do */
	uint32_t interval;             /* a number for what lies between two barriers: races of one have one cause */
	const char *assumption;        /* that it rests on; NULL: none */
};

/* A barrier of the block, in the blocks and iterations that were run. */
struct barrier_use {
	struct place place;
	double warps;                  /* that come, each as often as it does in the launch */
	bool is_needed;                /* it orders accesses of different threads, or may */
	bool has_before, has_after;    /* threads access memory before it, back to the one before that is needed, and up to the next */
};

/* A block of the grid that was evaluated, and for how many it stands. */
struct sampled_block {
	uint32_t at[3];
	double weight;
};

struct launch {
	struct place place;
	uint32_t grid[3], block[3];
	uint64_t dynamic_shared;
	enum launch_origin origin;
	bool is_never_made;            /* assumed: main makes launches, but surely none of this kernel, nor does other host code in sight */
	uint64_t repeats;              /* times that host code makes it, or one that nothing known tells from it; of a loop too
	                                  long to run, as far as its rounds are like those that were run */
	enum confidence repeats_confidence;   /* of that count; unknown: it is of what was run */
	const char *repeats_why;       /* what it rests on, or why it is not known; NULL if exact */
	double stands_for;             /* launches of the program, its repeats and a share of those that were not evaluated, which are
	                                  taken to be like those that were; 0: its repeats */
	struct named_value *arguments;
	size_t argument_count;
	struct launch_argument *inputs;
	size_t input_count;
	struct launch_argument *reached;   /* what addresses in buffers and variables lead to: ARGUMENT_BUFFERs, each named by */
	size_t reached_count;          /* the way there, such as "rows[2]" */
	const char *stand_ins;         /* numbers among the inputs that nothing binds, with which it can be measured all the
	                                  same: "n = 1024, m = 7"; NULL: there are none */
	struct launch_variable *variables;
	size_t variable_count;
	bool follows_indices;          /* of what the inputs hold nothing is used otherwise than within the ranges that they have */
	bool is_rounding_sensitive, is_rough;     /* its kernel has arithmetic that the GPU may round otherwise than the host, or than its machine code
	                                  is run here (code/rounding.h) */
	bool syncs_grid;               /* its blocks wait for each other: it has to be a cooperative launch */
	const char **assumptions;
	size_t assumption_count;
	struct site *sites;
	bool has_own_banks;            /* some site of shared memory has, as of struct site */
	size_t site_count;
	const struct divergent_barrier *barriers;   /* each place once */
	size_t barrier_count;
	const struct system_fence *fences;          /* the same */
	size_t fence_count;
	const struct shared_race *shared_races;     /* each pair of places once */
	size_t shared_race_count;
	const struct barrier_use *barrier_uses;     /* the same of barriers that are __syncthreads of the program's own */
	size_t barrier_use_count;
	double occupancy;              /* theoretical, from block size, shared memory and registers if known; NAN: not known */
	enum occupancy_limiter limiter;
	double foretold_occupancy;     /* where a measurement has put the driver's in its place: what was predicted; else 0 */
	struct work work;              /* of operations that the evaluator came to, each as it is written; */
	bool is_scheduled;             /* or of the machine code, with what a warp waits for */
	struct array_traffic array_traffic;   /* what it moves in local memory: of arrays, and of registers that do not suffice */
	struct array_traffic local_traffic;   /* of that, of those local_arrays that are in memory */
	struct machine_lines machine;
	struct local_array *local_arrays;
	size_t local_array_count;
	double constant_bytes;         /* of constant memory that a block reads at places that the compiler does not know */
	double busy_warps;             /* of which some lane accesses memory, or may; NAN: not known */
	struct work idle_work;         /* of `work`, that of the other warps */
	double longest_block;          /* what the block that has most to do, of those that were looked at, takes one after the other, over
	                                  the mean block */
	double uneven;                 /* requests to memory of a block's warp that makes most, over those of its mean warp that makes any */
	const char *unbounded_time;         /* why nothing is known of how long it takes; NULL: something is */
	double footprint;              /* bytes of global memory that it touches, as far as known, */
	double buffer_bytes;           /* and of the whole buffers that these are in */
	struct launch_time predicted_time;   /* us NAN: not known, 0: not asked for */
	unsigned program;              /* the program that makes it, of those that the files are: from 0 */
	double program_share;          /* 0 to 1, of the predicted time of that program's launches, with repeats; NAN: not known, or
	                                  no program makes it. Where not all times are known, the most that it may be */
	struct sampled_block *sampled; /* the blocks whose figures these are; middle ones for their effects alone are not among them */
	size_t sampled_count, sampled_capacity;
	bool budget_reached;           /* the evaluator stopped here before every sampled warp had run */
	struct place cut_loop;         /* the first loop that was left before it had come to its end; line 0: all did */
	struct place cut_call;         /* the first call that was not followed for being nested too deep; line 0: all were */
	struct { double median_us, low_us, high_us; uint32_t runs; } time;  /* measured: the median, the
	                                  10th and 90th percentiles; runs 0: not */
	struct index_data index_data;  /* that it was measured with */
	const char *untimed;           /* why it was run but not timed; NULL: nothing is to be said of that */
	const char *device;            /* the GPU that it was measured on; NULL: that of the measurement */
	struct local_traffic *local;   /* measured, by line */
	size_t local_count;
};

/* Threads of a block. */
static inline uint32_t
launch_threads(const struct launch *launch)
{
	return launch->block[0] * launch->block[1] * launch->block[2];
}

/* Of the grid. */
static inline double
launch_blocks(const struct launch *launch)
{
	return (double)launch->grid[0] * launch->grid[1] * launch->grid[2];
}

/* The same; a block's last warp may have less than 32 threads. */
static inline double
launch_warps(const struct launch *launch)
{
	return launch_blocks(launch) * ((launch_threads(launch) + 31) / 32);
}

/* A launch that CUDA refuses, and why it does; assumption: that this rests on, NULL: the source and the GPU settle it. */
struct refused_launch { struct place place; const char *why, *assumption; };

/* Launches from one place that were not evaluated, and the first of them as --launch takes it. */
struct passed_over {
	struct place place;
	uint64_t count;
	const char *text;
	bool estimated;                /* the count: rounds of loops that were not run are in it */
	bool shape_assumed;            /* of some: the source does not settle it */
};

/* An access of a kernel that no block or iteration that was evaluated came to. */
struct unreached { struct place place; const char *why; };

/* What makes a double of numbers that are single: a literal, or a function. */
struct double_use {
	struct place place;            /* of the literal or the function's name */
	const char *text;              /* that, "0.5" or "sqrt" */
	const char *replacement;       /* "0.5f", "sqrtf"; NULL: it has another form, as a macro's name */
	bool is_call;
	uint32_t first_line, last_line;   /* of all that is a double by it */
};

/* Arithmetic of single precision, or of integers, that takes many instructions, in a loop. */
struct math_use {
	struct place place;            /* of the whole expression */
	const char *text;              /* its operator or function: "/", "sinf" */
	enum math_kind {
		MATH_DIVISION,             /* of floats, by what no iteration of the innermost loop changes, and is no constant */
		MATH_INTEGER_DIVISION,     /* of integers, or their remainder, by what is no constant */
		MATH_INVERSE_ROOT,         /* 1 over a square root */
		MATH_TRIGONOMETRY,         /* sine, cosine, or both */
		MATH_POWER,                /* with any exponent, */
		MATH_WHOLE_POWER,          /* or a constant one that is a small whole number */
		MATH_KINDS
	} kind;
	uint32_t first_line, last_line;
};

/* The kernel as the compiler makes it when it may take fewer registers, so that a multiprocessor holds one block more. */
struct register_trial {
	int limit;                     /* registers that it may take; 0: it was not tried */
	int registers;                 /* that it takes; -1: it was not compiled so */
	int64_t spill_bytes;
};

struct kernel {
	const char *name;              /* unqualified */
	const char *qualified_name;
	const char *link_name;
	const char **template_args;    /* as demanglers spell them: enumerators are numbers of a type */
	const char **written_template_args;   /* as a user writes them: enumerators are names */
	size_t template_arg_count;
	const char *signature;         /* "void (float *, int)", without typedefs; "": not known */
	struct place place;
	bool is_library;               /* of the CUDA Toolkit's: in a header of its, named without its folder */
	int64_t max_threads, min_blocks;   /* __launch_bounds__, 0: none */
	const char *block_bound;       /* why its threads cannot be in blocks of another size, as a clause; NULL: they can (code/by_index.h) */
	struct resources resources;
	const char *status;            /* "ok", or what happened to it in a measurement, */
	struct place status_place;     /* there; columns 0: of a line; line 0: nothing went wrong */
	bool is_partial;
	const char *partial_reason;
	bool is_uncontracted;          /* a flag has products rounded before they are added */
	struct launch *launches;
	size_t launch_count;
	size_t access_count;           /* accesses to memory in its code and in what that calls */
	struct double_use *double_uses;   /* by precision.h; none where it was not compiled */
	size_t double_use_count;
	struct math_use *math_uses;        /* the same */
	size_t math_use_count;
	struct register_trial trial;
	struct unreached *unreached;   /* those that nothing came to, in order of the code */
	size_t unreached_count;
	struct place *assembly;        /* inline assembly that may access memory: what it accesses the machine code alone says */
	size_t assembly_count;
	uint64_t launches_left_out;    /* with still other arguments, that the program makes as well, */
	struct passed_over *left_out;  /* by their places, in order of the first of each */
	size_t left_out_count;
	struct refused_launch *refused;   /* each place and reason once, in the order in which they were met */
	size_t refused_count;
};

enum file_status { FILE_OK, FILE_PARTIAL, FILE_FAILED };

enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };

/* An error is what the compiler rejects; notes and warnings say how the file was read, and what of it is left out. The place
 * may be in a header, or where flags stand; line 0: it is about the file as a whole. */
struct file_problem {
	struct place place;
	enum severity severity;
	const char *message;
	bool is_missing_header;        /* an include that was not found: other errors of the file may come of it */
};

struct source_file {
	const char *path;
	enum file_status status;
	struct file_problem *problems;
	size_t problem_count;
};

/* A kernel template that nothing in sight makes an instance of, so that none was analysed. */
struct dormant_template {
	const char *name;              /* with namespaces */
	const char *params;            /* as arguments: "T, N" */
	struct place place;
};

enum finding_status { FINDING_PREDICTED, FINDING_CONFIRMED, FINDING_PARTLY_CONFIRMED, FINDING_REFUTED, FINDING_NOT_MEASURED };

struct penalty { double estimate, low, high; };   /* times slower than the ideal form; estimate NAN: none given */

struct related { struct place place; const char *message; };

struct fix { const char *message; struct place place; const char *replacement; };  /* replacement NULL: advice only */

/* What a finding says, which is what a measurement can confirm of it. */
enum claim {
	CLAIM_COST,        /* of accesses or branches: they cost more than they need */
	CLAIM_FAULT,       /* of an access: it goes where it must not; nothing about what it costs */
	CLAIM_FEW_WARPS,   /* of a launch: a multiprocessor holds few of its warps */
	CLAIM_IDLE_LANES,  /* of a launch: lanes of its warps never work */
	CLAIM_WORK,        /* of a launch: its work takes longer than if it were divided among threads, or done, otherwise */
	CLAIM_BARRIER,     /* of a launch: not all threads of a block come to a barrier; nothing about what it costs */
	CLAIM_RACE,        /* of a launch: two threads of a block race in shared memory; the same */
};

struct finding {
	const char *rule;
	enum severity severity;
	const char *message;
	struct place place;
	const char *kernel;
	const char *site;              /* a site's id, "" if the finding is about a launch or kernel */
	const struct launch *launch;   /* the one that it tells the figures of: the worst for it */
	const struct site *const *sites;   /* of accesses: all of that launch's that it tells of, some of them more than once */
	size_t site_count;
	const char *reason;            /* why it is so */
	const char *cost;              /* what it costs, with the numbers */
	const char *advice;            /* what to do */
	enum confidence confidence;
	const char *confidence_why;      /* what it rests on where it is not exact and that is no site's; NULL: nothing else is known of that */
	struct penalty predicted_penalty, measured_penalty;
	bool is_worthless;                /* the repair saves nothing that anybody would notice: people are not told its advice */
	const char *unpredicted_penalty;  /* why no penalty was predicted though there is a profile; NULL: one was, or what it needs is
	                                  not known */
	double program_us;             /* of host code: microseconds of the program that it costs; 0 or NAN: not known */
	double time_share;             /* of the kernel's predicted time, that the penalty makes out; NAN: not known */
	double saved_us;               /* predicted time that the ideal form would save in the program, all repeats; NAN: not known */
	double program_share;          /* the same over the predicted time of the program's launches; NAN: not known */
	enum finding_status status;
	const char *status_reason;     /* why refuted or not measured, "" otherwise */
	enum claim claim;
	bool judged_in_time;           /* the status is by the measured penalty; else by counts alone */
	const char *measured_against;  /* what the measured penalty is against, as "in blocks of 256 threads" */
	const char *unmeasured_penalty;   /* after a measurement: why there is no measured penalty; NULL: there is one, or nothing
	                                  was to be measured */
	const struct fix *fixes;
	size_t fix_count;
	struct related *related;
	size_t related_count;
};

/* What became of a measurement as a whole. */
struct measurement {
	const char *device;            /* the GPU that the kernels ran on; NULL: they did not */
	const char *compiler;          /* "NVRTC 13.0 for sm_90"; NULL: nothing was compiled */
	bool of_program;               /* it is of a program as its user compiled it: of its code nothing else is known */
	const char *reason;            /* why they did not run, or were not counted; "" if they were */
};

struct facts {
	struct arena arena;
	const char *gpu, *sm;          /* "H200", "sm_90" */
	unsigned multiprocessors;      /* that the GPU has; 0: not known */
	unsigned warps_per_multiprocessor;   /* that one holds at most; 0: not known */
	unsigned shared_per_block;     /* bytes that a kernel may declare at most; 0: not known */
	double clock_ghz, dram_gbs;    /* the multiprocessors' clock, and what comes from memory; 0: not known */
	const char *profile;           /* shipped, calibrated, scaled, none: where the rates come from that times are predicted by */
	const char *profile_gpu;       /* the GPU that was measured, by its full name; NULL: no times are predicted. Of "scaled" it is
	                                  another one, else the times are those of this */
	const char *compiler;          /* "NVRTC 13.0", which the kernels' registers are from; NULL: they were not compiled, */
	const char *uncompiled;        /* and why; NULL: that was not asked for, or there was nothing to compile */
	struct source_file *files;
	size_t file_count;
	struct kernel *kernels;
	size_t kernel_count;
	struct dormant_template *dormant_templates;
	size_t dormant_template_count;
	uint64_t event_count;          /* requests and branches of warps, in the blocks that were run */
	struct place *cut_loops;       /* of host code, of which not all rounds were run: launches of the others may be unlike */
	size_t cut_loop_count, cut_loop_capacity;
	struct named_call *library_calls;   /* of algorithms that go through device memory, whose kernels are not known */
	size_t library_call_count, library_call_capacity;
	struct named_call *unseen_calls;    /* the first of each function that nobody defines, which may launch what nothing in sight does */
	size_t unseen_call_count;
	struct named_call *undefined_kernels;   /* the first launch of each kernel that nobody defines: no launch of it is in these facts */
	size_t undefined_kernel_count;
	struct host_operation *host_operations;   /* see model/host_work.h */
	size_t host_operation_count;
	bool wants_arguments;          /* a file's note says which of main's arguments are wanted for its launches */
	bool shares_devices;           /* host code uses several devices, or lets others use its memory */
	bool host_operations_left_out; /* there are more of them, beyond what is kept */
	struct finding *findings;
	size_t finding_count, finding_capacity;
	const struct measurement *measurement;   /* NULL: none was asked for */
};

struct host_operation;

void facts_free(struct facts *facts);

/* The GPU that predicted times are of; NULL: none are predicted. */
const char *facts_timed_gpu(const struct facts *facts);
/* Whether they begin at the same character of the same file. */
bool facts_same_place(const struct place *a, const struct place *b);
/* The kernel that the launch is one of; NULL: none. */
const struct kernel *facts_kernel_of(const struct facts *facts, const struct launch *launch);
/* The launch's occupancy and what limits it, by the rules that the driver follows, for the kernel's resources. */
void facts_set_occupancy(struct launch *launch, const struct resources *resources, const struct gpu *gpu);
/* Whether two launches have the same grid, block and dynamic shared memory. */
bool facts_same_shape(const struct launch *a, const struct launch *b);
/* Whether one of the places is the same. */
bool facts_has_place(const struct place *places, size_t count, const struct place *place);

/* Bytes of the pieces in which a step from lane to lane is looked at, up to 64 of them; 0: it is too long for that. */
int64_t step_piece(int64_t step);

const char *confidence_text(enum confidence confidence);
const char *site_kind_text(enum site_kind kind);
const char *site_space_text(enum site_space space);
/* NULL: the compiler was not asked. */
const char *branch_code_text(enum branch_code code);

#endif
