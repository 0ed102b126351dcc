#include "rules/wording.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kernels/profile.h"

enum { WARP = 32 };

/* A penalty below the first is within what runs of one program differ by, and no reason to change a program if it stays
 * below the second. */
static const double noticeable = 1.05, bearable = 1.1;

const char *
text(struct rule_context *context, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const char *made = arena_vprintf(&context->facts->arena, format, args);
	va_end(args);
	return made;
}

struct name
array_name(const struct site *site)
{
	const char *object = site->object ? site->object : "", *start = site->expression ? site->expression : "";
	const bool is_pointed_at = *start == '*';

	start += strspn(start, "*( ");
	const char *at = start;
	while (isalnum((unsigned char)*at) || *at == '_')
		at++;
	const char *behind = at + strspn(at, " )");
	const bool is_name = at > start && !isdigit((unsigned char)*start);
	const bool is_indexed = *behind == '[' || *behind == '.' || (behind[0] == '-' && behind[1] == '>');
	/* Whatever points into an array of shared memory: it is the array that can be laid out otherwise. */
	const bool is_array = site->space == SPACE_SHARED && *object && !strchr(object, ' ');
	const bool is_pointer = !is_array && (!*behind || (is_pointed_at && strchr("+-", *behind)));
	if (is_name && (is_indexed || is_pointer))
		return (struct name){start, (int)(at - start)};
	return (struct name){object, (int)strlen(object)};
}

const char *
access_text(struct rule_context *context, const struct site *site)
{
	const char *kind = site_kind_text(site->kind);
	const struct name array = array_name(site);
	/* What has no name in the source is called by words. */
	const char *quote = memchr(array.start, ' ', (size_t)array.length) ? "" : "'";
	return array.length ? text(context, "%s of %s%.*s%s", kind, quote, array.length, array.start, quote) : kind;
}

const char *
penalty_text(struct rule_context *context, struct penalty penalty)
{
	if (isnan(penalty.estimate))
		return "";
	if (penalty.estimate < noticeable && penalty.high < bearable)
		return text(context, "not measurably slower than the ideal form, by reference kernels on %s",
		            profile_gpu(context->profile));
	if (penalty.high - penalty.low < 0.1)
		return text(context, "%.*f times as slow as the ideal form, by reference kernels on %s", penalty.estimate < 2 ? 2 : 1,
		            penalty.estimate, profile_gpu(context->profile));
	if (penalty.estimate < noticeable)
		return text(context, "hardly slower than the ideal form (%.1f to %.1f times), by reference kernels on %s",
		            penalty.low, penalty.high, profile_gpu(context->profile));
	return text(context, "%.1f times as slow as the ideal form (%.1f to %.1f), by reference kernels on %s",
	            penalty.estimate, penalty.low, penalty.high, profile_gpu(context->profile));
}

const char *
block_size_text(struct rule_context *context, struct penalty penalty)
{
	if (isnan(penalty.estimate))
		return "";
	const double threads = product(context->launch->block);
	/* A block of less than a warp takes as much of a multiprocessor as one of a warp. */
	const char *slower = penalty.estimate < noticeable ? "as fast" : text(context, "%.1f times as slow", penalty.estimate);
	return text(context, "a vector addition in blocks of %.0f threads%s is %s as in blocks of 256 on %s", fmax(threads, WARP),
	            threads < WARP ? ", which are a warp as well," : "", slower, profile_gpu(context->profile));
}

static const char *
unit_of(enum site_space space)
{
	return space == SPACE_SHARED ? "wavefronts" : "sectors";
}

/* "4%" */
static const char *
percent_text(struct rule_context *context, const struct traffic *traffic)
{
	const double share = traffic->cost / traffic->total;
	return share < 0.005 ? "less than 1%" : text(context, "%.0f%%", 100 * share);
}

const char *
share_text(struct rule_context *context, enum site_space space, const struct traffic *traffic)
{
	if (isnan(traffic->cost / traffic->total))
		return "";
	return text(context, "%s of the launch's %s", percent_text(context, traffic), unit_of(space));
}

const char *
traffic_text(struct rule_context *context, enum site_space space, const struct traffic *traffic, size_t places,
             struct penalty penalty)
{
	const char *unit = unit_of(space);
	const char *slower = penalty_text(context, penalty);
	const char *of_all = isnan(traffic->cost / traffic->total)
	                         ? ""
	                         : text(context, ", and these are %s of the launch's", percent_text(context, traffic));
	const char *whose = places > 1 ? text(context, "the %s at these %zu places", unit, places) : text(context, "its %s", unit);

	return text(context, "%.0f%% of %s are excessive%s%s%s", 100 * (1 - traffic->ideal / traffic->cost), whose, of_all,
	            *slower ? "; " : "", slower);
}
