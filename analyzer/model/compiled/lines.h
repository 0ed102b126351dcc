/* What a launch's instructions do, by the source line that the compiler says they are of: the map between accesses of the source
 * and instructions, as far as lines tell them apart.
 *
 * An instruction that was inlined is of the line of the function that it is in, not of the call's. */
#ifndef GPULINT_MODEL_COMPILED_LINES_H
#define GPULINT_MODEL_COMPILED_LINES_H

#include "model/compiled/machine.h"

/* An instruction of a line. */
struct line_part {
	size_t at;                     /* which of the code's */
	unsigned width;                /* bytes a lane */
	const struct instruction_traffic *traffic;
};

struct line_traffic {
	const char *file;              /* as the compiler was given it */
	uint32_t line, column;         /* column: where the part of the line begins that has the access; 0: its first, or a branch's */
	enum site_kind kind;           /* SITE_LOAD, SITE_STORE, SITE_ATOMIC or SITE_BRANCH */
	enum site_space space;         /* SPACE_GLOBAL or SPACE_SHARED; SPACE_NONE of branches */
	struct line_part *parts;       /* those that are executed; malloc'ed */
	size_t part_count, part_capacity;
	unsigned width;                /* bytes a lane of each; 0: they differ */
	struct instruction_traffic sum;
};

struct lines_traffic {
	struct line_traffic *items;    /* by kind and space, in no order; malloc'ed */
	size_t count, capacity;
	bool has_untold;               /* some access is of no line that the compiler tells, or of no single kind and space */
};

/* `items`: as of struct launch_traffic; the lines' parts are of these. For lines_free. */
struct lines_traffic lines_of_launch(const struct instruction_traffic *items, const struct machine_code *machine);
/* Lines of which no site has one of the parts are whole: what the compiler makes of several loads together may be on any part. */
void lines_join(struct lines_traffic *lines, const struct launch *launch);
/* Whether some instruction loads a parameter by its address, which is taken to be its place in the constant bank. */
bool lines_load_parameter(const struct line_traffic *line);
void lines_free(struct lines_traffic *lines);

/* Of which kind of site the instruction is, a copy by its end; false: of none that is counted by lines. */
enum line_end { LINE_END_FIRST, LINE_END_OTHER };
bool lines_kind_of(const struct sass_instruction *instruction, enum line_end end, enum site_kind *kind);
/* Bytes that it moves a lane, or a lane that gives a row of a matrix. */
unsigned lines_width_of(const struct sass_instruction *instruction);
/* What the instructions do that are of the site's line, kind and space; NULL: none is executed. */
const struct line_traffic *lines_of_site(const struct lines_traffic *lines, const struct site *site);
/* What the instructions do that are of that one's line, kind and space; NULL: it is of none. */
const struct line_traffic *lines_of_instruction(const struct lines_traffic *lines, const struct machine_code *machine, size_t at);
/* Sets the memory of accesses of which the source does not tell it: where all instructions of their line and kind go to one,
 * and something is known of what they do there. */
void lines_settle_spaces(const struct lines_traffic *lines, struct launch *launch);
/* Of each line, whether it is one of the `count` that sites have; for the caller to free. */
bool *lines_told(const struct lines_traffic *lines, const struct line_traffic *const *line_of, size_t count);
/* The same by the lines that the launch's sites have now. */
bool *lines_with_sites(const struct lines_traffic *lines, const struct launch *launch);
/* Where the line, or the part of it, begins. */
struct place lines_begin(const struct line_traffic *line);
/* Where the compiler says that the site is. */
const struct place *lines_place(const struct site *site);
/* Whether all that the instructions access lies in the site's memory; false: that is not known. */
bool lines_go_to(const struct instruction_traffic *traffic, const struct site *site);
/* Whether the compiler has both on one line. */
bool lines_are_one(const struct site *a, const struct site *b);

#endif
