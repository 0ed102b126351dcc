#include "expectation.h"

static const char *
pattern_text(enum pattern pattern)
{
	static const char *const text[] = {
		[PATTERN_UNKNOWN] = "unknown",       [PATTERN_UNIFORM] = "uniform", [PATTERN_CONTIGUOUS] = "contiguous",
		[PATTERN_MISALIGNED] = "misaligned", [PATTERN_STRIDED] = "strided", [PATTERN_GATHER] = "gather",
		[PATTERN_MIXED] = "mixed",
	};
	return text[pattern];
}

static const char *
fault_text(enum fault_kind kind)
{
	static const char *const text[] = {
		[FAULT_NONE] = "none",     [FAULT_NULL] = "null",           [FAULT_HOST] = "host",
		[FAULT_FREED] = "freed",   [FAULT_ALIGNMENT] = "alignment", [FAULT_PAST_END] = "past-end",
		[FAULT_BEFORE] = "before",
	};
	return text[kind];
}

static const char *
form_text(enum branch_form form)
{
	static const char *const text[] = {
		[BRANCH_TWO_ARMS] = "two_arms", [BRANCH_ONE_ARM] = "one_arm", [BRANCH_LOOP] = "loop",
		[BRANCH_SWITCH] = "switch",     [BRANCH_LADDER] = "ladder",
	};
	return text[form];
}

static const char *
scope_text(enum ir_scope scope)
{
	return scope == IR_SCOPE_BLOCK ? "block" : scope == IR_SCOPE_SYSTEM ? "system" : "device";
}

/* Members that only branches have; for other sites all of them are 0. */
static const struct branch_site *
branch_of(const struct site *s)
{
	static const struct branch_site none;
	return s->kind == SITE_BRANCH ? &s->branch : &none;
}

static const struct atomic_site *
atomic_of(const struct site *s)
{
	static const struct atomic_site none = {.builtin = IR_BUILTIN_COUNT};
	return s->kind == SITE_ATOMIC ? &s->atomic : &none;
}

static const struct shared_site *
shared_of(const struct site *s)
{
	static const struct shared_site none;
	return s->space == SPACE_SHARED ? &s->shared : &none;
}

#define SUM(name, value) NUMBER(name, value)
#define NUMBER(name, value) \
	static double number_##name(const struct site *s) \
	{ \
		return (value); \
	}
#define TEXT(name, value) \
	static const char *text_##name(const struct site *s) \
	{ \
		return (value); \
	}
#define PART(name, value) TEXT(name, value)
#define LAUNCH_NUMBER(name, value) \
	static double launch_##name(const struct launch *l) \
	{ \
		return (double)(value); \
	}
#define LAUNCH_TEXT(name, value) \
	static const char *launch_##name(const struct launch *l) \
	{ \
		return (value); \
	}
#include "figures.def"
#undef SUM
#undef NUMBER
#undef TEXT
#undef PART
#undef LAUNCH_NUMBER
#undef LAUNCH_TEXT

#define SUM(id, value) {.name = #id, .kind = FIGURE_SUM, .of_site = number_##id},
#define NUMBER(id, value) {.name = #id, .kind = FIGURE_NUMBER, .of_site = number_##id},
#define TEXT(id, value) {.name = #id, .kind = FIGURE_TEXT, .text_of_site = text_##id},
#define PART(id, value) {.name = #id, .kind = FIGURE_PART, .text_of_site = text_##id},
#define LAUNCH_NUMBER(id, value) {.name = #id, .kind = FIGURE_LAUNCH_NUMBER, .of_launch = launch_##id},
#define LAUNCH_TEXT(id, value) {.name = #id, .kind = FIGURE_LAUNCH_TEXT, .text_of_launch = launch_##id},
const struct figure figure_table[] = {
#include "figures.def"
	{0},
};
