#include "rules/wording.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kernels/profile.h"
#include "model/time.h"
#include "support/name_letter.h"

/* A penalty below it is within what runs of one program differ by. */
static const double noticeable = 1.05;

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
	const bool is_pointed_at = *start == '*', is_loaded_pointer = strpbrk(object, ".[>") != NULL;

	start += strspn(start, "*( ");
	const char *at = start;
	while (is_name_letter(*at))
		at++;
	const char *behind = at + strspn(at, " )");
	const bool is_name = at > start && !isdigit((unsigned char)*start);
	const bool is_indexed = *behind == '[' || *behind == '.' || (behind[0] == '-' && behind[1] == '>');
	/* Whatever points into an array of shared memory: it is the array that can be laid out otherwise. */
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
	/* What has no name in the source is called by words. */
	const char *quote = memchr(array.start, ' ', (size_t)array.length) ? "" : "'";
	if (!array.length)
		return kind;
	const char *access = text(context, "%s of %s%.*s%s", kind, quote, array.length, array.start, quote);
	if (site->argument && site->other_argument)
		return text(context, "%s ('%s' and '%s' of the kernel)", access, site->argument, site->other_argument);
	return site->argument ? text(context, "%s ('%s' of the kernel)", access, site->argument) : access;
}

const char *
penalty_text(struct rule_context *context, struct penalty penalty, double share, const char *ideal)
{
	if (isnan(penalty.estimate))
		return "";
	const char *range = text(context, "(%.1f to %.1f)", penalty.low, penalty.high);
	const char *gpu = profile_gpu(context->profile);
	const struct launch_time *time = &context->launch->predicted_time;
	const char *bound = isnan(time->us)
	                    ? text(context, "on %s", gpu)
	                    : text(context, "on %s, where the launch is bound by %s", gpu, time_resource_text(time->bound_by));

	if (penalty.high < 1)
		return text(context, "as it is it is predicted to be faster than %s %s %s", ideal, range, bound);
	if (penalty.estimate < noticeable)
		return text(context, "hardly slower than %s %s %s", ideal, range, bound);
	const char *of_kernel = isnan(share) ? "" : text(context, ", %.0f%% of the kernel's time", 100 * share);
	return text(context, "%.*f times as slow as %s %s%s %s", penalty.estimate < 1.95 ? 2 : 1, penalty.estimate, ideal, range,
	            of_kernel, bound);
}

static const char *
unit_of(enum site_space space)
{
	return space == SPACE_SHARED ? "wavefronts" : "sectors";
}

/* "; these are 4% of the launch's"; "" when not known. */
static const char *
share_of_launch(struct rule_context *context, const char *introduction, const struct traffic *traffic)
{
	const double share = traffic->cost / traffic->total;
	if (isnan(share))
		return "";
	const char *percent = share < 0.005 ? "less than 1%" : text(context, "%.0f%%", 100 * share);
	return text(context, "%sthese are %s of the launch's", introduction, percent);
}

const char *
share_text(struct rule_context *context, enum site_space space, const struct traffic *traffic)
{
	const char *share = share_of_launch(context, "; ", traffic);
	return *share ? text(context, "%s %s", share, unit_of(space)) : "";
}

const char *
traffic_text(struct rule_context *context, enum site_space space, const struct traffic *traffic, size_t places,
             struct penalty penalty, double time_share)
{
	const char *unit = unit_of(space);
	const char *ideal = space == SPACE_SHARED ? "without conflicts"
	                    : places > 1          ? "with their lanes side by side"
	                                          : "with its lanes side by side";
	const char *slower = penalty_text(context, penalty, time_share, ideal);
	const char *of_all = share_of_launch(context, ", and ", traffic);
	const char *whose = places > 1 ? text(context, "the %s at these %zu places", unit, places) : text(context, "its %s", unit);

	return text(context, "%.0f%% of %s are excessive%s%s%s", 100 * (1 - traffic->ideal / traffic->cost), whose, of_all,
	            *slower ? "; " : "", slower);
}
