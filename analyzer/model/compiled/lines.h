/* Traffic of a launch's instructions, by the source line that the compiler assigns to them. This maps accesses of the
 * source to instructions, as far as lines distinguish them.
 *
 * An inlined instruction belongs to the line in the inlined function, not to the call's line. */
#ifndef GPULINT_MODEL_COMPILED_LINES_H
#define GPULINT_MODEL_COMPILED_LINES_H

#include "model/compiled/machine_code.h"

/* An instruction of a line. */
struct line_part {
	size_t at;      /* index into the code */
	unsigned width; /* bytes per lane */
	const struct instruction_traffic *traffic;
};

struct line_traffic {
	const char *file; /* as passed to the compiler */
	/* column: the start of the line's part with the access; 0: the first part, or a branch */
	uint32_t line, column;
	enum site_kind kind;     /* SITE_LOAD, SITE_STORE, SITE_ATOMIC or SITE_BRANCH */
	enum site_space space;   /* SPACE_GLOBAL or SPACE_SHARED; SPACE_NONE for branches */
	struct line_part *parts; /* executed instructions; malloc'ed */
	size_t part_count, part_capacity;
	unsigned width; /* bytes per lane of each; 0: they differ */
	struct instruction_traffic sum;
};

struct lines_traffic {
	struct line_traffic *items; /* by kind and space, in no order; malloc'ed */
	size_t count, capacity;
	bool has_unreported; /* some access has no known line, or no single kind and space */
};

/* items: as in struct launch_traffic; the lines' parts point into it. Free with lines_free. */
struct lines_traffic lines_of_launch(const struct instruction_traffic *items, const struct machine_code *machine);
/* Joins all parts of a line's loads if some part has no site. The compiler may put several merged loads on any part. */
void lines_join(struct lines_traffic *lines, const struct launch *launch);
/* Whether some instruction loads a parameter by its address, which is assumed to be its offset in the constant bank. */
bool lines_load_parameter(const struct line_traffic *line);
void lines_free(struct lines_traffic *lines);

/* The kind of site of an instruction; a copy has two ends. False: lines do not count it. */
enum line_end { LINE_END_FIRST, LINE_END_OTHER };
bool lines_kind_of(const struct sass_instruction *instruction, enum line_end end, enum site_kind *kind);
/* Bytes per lane; for matrices, per lane that gives a row. */
unsigned lines_width_of(const struct sass_instruction *instruction);
/* The instructions of the site's line, kind and space; NULL: none is executed. */
const struct line_traffic *lines_of_site(const struct lines_traffic *lines, const struct site *site);
/* The instructions of the same line, kind and space as instruction `at`; NULL: it has none. */
const struct line_traffic *lines_of_instruction(const struct lines_traffic *lines, const struct machine_code *machine,
                                                size_t at);
/* Sets the space of accesses that the source leaves open, if all instructions of their line and kind access one
 * known space. */
void lines_resolve_spaces(const struct lines_traffic *lines, struct launch *launch);
/* By line, whether it is among the `count` lines of sites; for the caller to free. */
bool *lines_reported(const struct lines_traffic *lines, const struct line_traffic *const *line_of, size_t count);
/* The same for the current lines of the launch's sites. */
bool *lines_with_sites(const struct lines_traffic *lines, const struct launch *launch);
/* The start of the line, or of its part. */
struct place lines_begin(const struct line_traffic *line);
/* The compiler's place of the site. */
const struct place *lines_place(const struct site *site);
/* Whether the instructions access only the site's memory; false if unknown. */
bool lines_go_to(const struct instruction_traffic *traffic, const struct site *site);
/* Whether the compiler places both on one line. */
bool lines_are_one(const struct site *a, const struct site *b);

#endif
