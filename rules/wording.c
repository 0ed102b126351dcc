#include "rules/wording.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/time.h"
#include "support/digits.h"
#include "support/name_letter.h"

const char *
text(struct rule_context *context, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const char *made = arena_vprintf(&context->facts->arena, format, args);
	va_end(args);
	return made;
}

/* "12%", "less than 1%" */
static const char *
percent_text(struct rule_context *context, double share)
{
	return share < 0.005 ? "less than 1%" : text(context, "%.0f%%", 100 * share);
}

const char *
index_text(struct rule_context *context, const uint32_t at[3], const uint32_t of[3])
{
	if (of[2] > 1)
		return text(context, "(%u, %u, %u)", at[0], at[1], at[2]);
	return of[1] > 1 ? text(context, "(%u, %u)", at[0], at[1]) : text(context, "%u", at[0]);
}

struct name
array_name(const struct site *site)
{
	const char *object = site->object.name ? site->object.name : "", *start = site->expression;
	if (!start)
		return (struct name){object, (int)strlen(object)};
	const bool is_pointed_at = *start == '*', is_loaded_pointer = strpbrk(object, ".[>") != NULL;

	start += strspn(start, "*( ");
	const char *at = start;
	while (is_name_letter(*at))
		at++;
	const char *behind = at + strspn(at, " )");
	const bool is_name = at > start && !isdigit((unsigned char)*start);
	const bool is_indexed = *behind == '[' || *behind == '.' || (behind[0] == '-' && behind[1] == '>');
	/* The array in shared memory is named, whatever pointer leads into it, because its layout is what can
	 * change. */
	const bool is_array = site->space == SPACE_SHARED && *object && !strchr(object, ' ');
	const bool is_pointer = !is_array && (!*behind || (is_pointed_at && strchr("+-", *behind)));
	if (is_name && !is_loaded_pointer && (is_indexed || is_pointer))
		return (struct name){start, (int)(at - start)};
	return (struct name){object, (int)strlen(object)};
}

const char *
access_text(struct rule_context *context, const struct site *site)
{
	const char *kind = site_kind_text(site->kind);
	const struct name array = array_name(site);
	/* Objects without a name in the source are described in words. */
	const char *quote = memchr(array.start, ' ', (size_t)array.length) ? "" : "'";
	if (!array.length)
		return kind;
	const char *preposition = site->kind == SITE_STORE ? "to" : site->kind == SITE_ATOMIC ? "on" : "of";
	const char *access =
		text(context, "%s %s %s%.*s%s", kind, preposition, quote, array.length, array.start, quote);
	if (site->object.argument && site->object.other_argument)
		return text(context, "%s ('%s' and '%s' of the kernel)", access, site->object.argument,
		            site->object.other_argument);
	return site->object.argument ? text(context, "%s ('%s' of the kernel)", access, site->object.argument) : access;
}

/* "1.13", "7.5", "366": only digits that a prediction supports. */
static const char *
times_text(struct rule_context *context, double times)
{
	if (times >= 1000)
		return text(context, "%sx", digits_of(times, 3).text);
	return text(context, "%.*fx", times < 1.95 ? 2 : times < 9.95 ? 1 : 0, times);
}

const char *
headline_cost(struct draft *draft)
{
	struct rule_context *context = &draft->context;
	const struct penalty *penalty = &draft->penalty;
	if (isnan(penalty->estimate))
		return "";
	if (draft_is_hidden(draft))
		return text(context, "%s slower once other costs are gone", times_text(context, draft->alone.estimate));
	if (penalty->estimate < NOTICEABLE_PENALTY)
		return text(context, "not worth fixing, %s", times_text(context, penalty->estimate));
	return text(context, "%s slower", times_text(context, penalty->estimate));
}

/* ": 57.2 us of 66.0 us (12% of all launches)" */
static const char *
saved_text(struct draft *draft)
{
	struct rule_context *context = &draft->context;
	const struct launch_time *time = &context->launch->predicted_time;
	if (!(time->us > 0))
		return "";
	if (draft->penalty.estimate < NOTICEABLE_PENALTY)
		return text(context, ": the launch is bound by %s", time_resource_text(time->bound_by));
	const double saved = time->us * (1 - 1 / draft->penalty.estimate);
	const char *of_all = draft->program_share < 0.995 ? text(context, " (%s of all launches)",
	                                                         percent_text(context, draft->program_share))
	                                                  : "";
	return text(context, ": %s of %s%s", duration_of(saved).text, duration_of(time->us).text, of_all);
}

const char *
penalty_text(struct draft *draft, const char *ideal)
{
	struct rule_context *context = &draft->context;
	const struct penalty penalty = draft->penalty;
	if (isnan(penalty.estimate))
		return "";
	const char *range =
		text(context, "(%s to %s likely)", times_text(context, penalty.low), times_text(context, penalty.high));
	if (draft_is_hidden(draft))
		return text(context, "%s now, %s once the launch's other costs are gone%s",
		            times_text(context, penalty.estimate), times_text(context, draft->alone.estimate),
		            saved_text(draft));
	if (penalty.high < 1)
		return text(context, "already faster than %s %s%s", ideal, range, saved_text(draft));
	if (penalty.estimate < NOTICEABLE_PENALTY)
		return text(context, "not worth fixing, %s %s%s", times_text(context, penalty.estimate), range,
		            saved_text(draft));
	return text(context, "%s slower than %s %s%s", times_text(context, penalty.estimate), ideal, range,
	            saved_text(draft));
}

const char *
ideal_text(enum site_space space, size_t places)
{
	return space == SPACE_SHARED ? "without conflicts" : places > 1 ? "coalesced accesses" : "a coalesced access";
}

const char *
traffic_text(struct draft *draft, size_t places)
{
	const char *unit = draft->site->space == SPACE_SHARED ? "wavefronts" : "sectors";
	const struct traffic *traffic = &draft->traffic;
	const double share = traffic->cost / traffic->total;
	const char *whose = places > 1 ? text(&draft->context, "the %s at these %zu places", unit, places)
	                               : text(&draft->context, "its %s", unit);
	const char *of_all = isnan(share) ? ""
	                                  : text(&draft->context, " (%s of the launch's %s)",
	                                         percent_text(&draft->context, share), unit);
	return text(&draft->context, "%.0f%% of %s%s are wasted", 100 * (1 - traffic->ideal / traffic->cost), whose,
	            of_all);
}

const char *
machine_basis_text(const struct machine_lines *machine)
{
	return machine->is_estimated ? "execution counts of the compiler's instructions come from the source's loops"
	                             : "nvcc compiles the kernel as NVRTC does";
}
