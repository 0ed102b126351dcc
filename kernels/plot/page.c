#include "kernels/plot/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/plot/chart.h"
#include "kernels/plot/figures.h"
#include "support/arena.h"

/* Colours that colour-blind people can distinguish (Okabe and Ito's), and darker or lighter ones of these. */
static const char style[] =
	":root { color-scheme: light dark; --back: #fff; --text: #1b1f24; --dim: #59636e; --line: #d1d9e0; }\n"
	"@media (prefers-color-scheme: dark) { :root { --back: #14171b; --text: #e6e9ec; --dim: #9aa4ae; --line: #343b43; } }\n"
	"body { margin: 2rem auto; max-width: 78rem; padding: 0 1rem; background: var(--back); color: var(--text);"
	" font: 15px/1.5 system-ui, sans-serif; }\n"
	"h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.05rem; margin: 0 0 .4rem; }\n"
	"p { margin: .3rem 0; color: var(--dim); }\n"
	"main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(34rem, 100%), 1fr)); gap: 2.2rem 2rem;"
	" margin-top: 2rem; }\n"
	"section { min-width: 0; } svg { display: block; width: 100%; height: auto; }\n"
	"ul { list-style: none; margin: .3rem 0 0; padding: 0; font-size: 13px; color: var(--dim); }\n"
	"li { padding-left: 1.5rem; position: relative; } code { color: var(--text); }\n"
	"li::before { content: ''; position: absolute; left: 0; top: .6em; width: 1rem; height: 3px;"
	" background: var(--own); }\n"
	".tick { font-size: 12px; fill: var(--dim); } .label { font-size: 13px; fill: var(--text); }\n"
	".grid { stroke: var(--line); stroke-width: .6; } .axis { stroke: var(--dim); fill: none; }\n"
	".curve { stroke: var(--own); stroke-width: 1.8; fill: none; stroke-linejoin: round; }\n"
	".dashed { stroke-dasharray: 7 4; } .ideal { --own: repeating-linear-gradient(90deg, var(--dim) 0 .35rem, transparent 0 .6rem); }\n"
	".spread { fill: var(--own); opacity: .22; } circle { fill: var(--own); }\n"
	".c0 { --own: #0072b2; } .c1 { --own: #d55e00; } .c2 { --own: #009e73; } .c3 { --own: #cc79a7; }\n"
	".c4 { --own: #b8860b; } .c5 { --own: #56b4e9; } .c6 { --own: #7a5195; } .c7 { --own: #7f8c8d; }\n";

static const char *
text_of(json_t *object, const char *key, const char *otherwise)
{
	const char *text = json_string_value(json_object_get(object, key));
	return text ? text : otherwise;
}

static double
number_of(json_t *point, const char *key)
{
	json_t *number = json_object_get(point, key);
	return json_is_number(number) ? json_number_value(number) : NAN;
}

/* How a measure is drawn. */
struct scale {
	const char *needs; /* required figure of a point and, except for ratios, of its ideal form */
	const char *label;
	bool is_rate;   /* slower means less */
	bool has_ideal; /* the ideal forms have curves of their own */
};

static const struct scale scales[] = {
	[MEASURE_BANDWIDTH] = {"ideal_gbs", "GB/s of useful bytes", true, false},
	[MEASURE_RATIO] = {"ratio", "times as long as the ideal form", false, false},
	[MEASURE_CYCLES] = {"ideal_cycles", "clock cycles", false, false},
	[MEASURE_BANDWIDTHS] = {"ideal_gbs", "GB/s", true, true},
	[MEASURE_TIMES] = {"ideal_us", "microseconds", false, true},
};

/* The wanted measure if all points of the curve have it; times of 0 have no rate. Otherwise ratios. */
static enum measure
measure_of(json_t *curve, enum measure wanted)
{
	size_t i;
	json_t *point;
	json_array_foreach (json_object_get(curve, "points"), i, point)
		if (!(number_of(point, scales[wanted].needs) > 0) ||
		    (scales[wanted].is_rate && !(number_of(point, "low") > 0)))
			return MEASURE_RATIO;
	return wanted;
}

static struct chart_point
ideal_point(json_t *point, enum measure measure)
{
	const double ideal = measure == MEASURE_RATIO ? 1 : number_of(point, scales[measure].needs);
	return (struct chart_point){number_of(point, "degree"), ideal, ideal, ideal};
}

static struct chart_point
chart_point(json_t *point, enum measure measure)
{
	const double ratio = number_of(point, "ratio"), low = number_of(point, "low"), high = number_of(point, "high");
	const struct chart_point ideal = ideal_point(point, measure);
	if (scales[measure].is_rate)
		return (struct chart_point){ideal.x, ideal.y / ratio, ideal.y / high, ideal.y / low};
	return (struct chart_point){ideal.x, ideal.y * ratio, ideal.y * low, ideal.y * high};
}

static int
compare_points(const void *left, const void *right)
{
	const struct chart_point *a = left, *b = right;
	return (a->x > b->x) - (a->x < b->x);
}

static struct chart_curve
chart_curve(struct arena *arena, json_t *curve, enum measure measure,
            struct chart_point (*draw)(json_t *point, enum measure measure))
{
	json_t *points = json_object_get(curve, "points"), *point;
	struct chart_curve drawn = {.name = text_of(curve, "effect", "")};
	size_t i;
	drawn.points = arena_new_array(arena, struct chart_point, json_array_size(points));
	json_array_foreach (points, i, point) {
		const struct chart_point at = draw(point, measure);
		if (isfinite(at.y) && isfinite(at.low) && isfinite(at.high))
			drawn.points[drawn.count++] = at;
	}
	qsort(drawn.points, drawn.count, sizeof *drawn.points, compare_points);
	return drawn;
}

/* Adds the curves of both forms, in the colours of the legend. */
static void
add_curves(struct chart *chart, struct arena *arena, json_t *curve, enum measure measure, size_t colour)
{
	struct chart_curve *own = &chart->curves[chart->curve_count++];
	*own = chart_curve(arena, curve, measure, chart_point);
	own->colour = colour;
	if (!scales[measure].has_ideal)
		return;
	struct chart_curve *ideal = &chart->curves[chart->curve_count++];
	*ideal = chart_curve(arena, curve, measure, ideal_point);
	ideal->name = arena_printf(arena, "%s, ideal form,", own->name);
	ideal->colour = colour;
	ideal->is_dashed = true;
}

static json_t *
find_curve(json_t *profile, const char *effect)
{
	size_t i;
	json_t *curve;
	json_array_foreach (json_object_get(profile, "curves"), i, curve)
		if (!strcmp(text_of(curve, "effect", ""), effect))
			return curve;
	return NULL;
}

/* Whether both halves and twentieths must be visible, as for atomics on one address and on many. */
static bool
spans_much(const struct chart *chart)
{
	double least = INFINITY, most = 0;
	for (size_t i = 0; i < chart->curve_count; i++)
		for (size_t k = 0; k < chart->curves[i].count; k++) {
			least = fmin(least, chart->curves[i].points[k].low);
			most = fmax(most, chart->curves[i].points[k].high);
		}
	return least > 0 && most / least > 40;
}

static bool
has_degree_zero(const struct chart *chart)
{
	for (size_t i = 0; i < chart->curve_count; i++)
		if (chart->curves[i].points[0].x <= 0)
			return true;
	return false;
}

static void
write_legend(FILE *out, json_t *const *curves, size_t count, bool has_ideal)
{
	fputs("<ul>\n", out);
	for (size_t i = 0; i < count; i++) {
		fprintf(out, "<li class=\"c%zu\"><code>", i % CHART_COLOURS);
		chart_text(out, text_of(curves[i], "effect", ""));
		fputs("</code> ", out);
		chart_text(out, text_of(curves[i], "description", ""));
		fputs("</li>\n", out);
	}
	if (has_ideal)
		fputs("<li class=\"ideal\">dashed: the ideal form</li>\n", out);
	fputs("</ul>\n", out);
}

/* Writes those of the figure's curves that the profile has, if any. */
static void
write_figure(FILE *out, json_t *profile, const struct figure *figure)
{
	struct arena arena = {0};
	json_t *curves[FIGURE_CURVES];
	struct chart_curve drawn[2 * FIGURE_CURVES];
	struct chart chart = {.title = figure->title, .curves = drawn};
	enum measure measure = figure->measure;
	size_t count = 0;

	for (size_t i = 0; figure->effects[i]; i++)
		if ((curves[count] = find_curve(profile, figure->effects[i])))
			measure = measure_of(curves[count++], measure);
	for (size_t i = 0; i < count; i++)
		add_curves(&chart, &arena, curves[i], measure, i);
	for (size_t i = 0; i < chart.curve_count; i++)
		if (!drawn[i].count)
			chart.curve_count = 0;
	if (chart.curve_count) {
		chart.x_label = text_of(curves[0], "unit", "degree");
		chart.y_label = scales[measure].label;
		chart.log_x = figure->by_doubling && !has_degree_zero(&chart);
		chart.log_y = spans_much(&chart);
		fputs("<section>\n<h2>", out);
		chart_text(out, figure->title);
		fputs("</h2>\n", out);
		chart_write(out, &chart);
		write_legend(out, curves, count, scales[measure].has_ideal);
		fputs("</section>\n", out);
	}
	arena_free(&arena);
}

static bool
is_in_a_figure(const char *effect)
{
	for (const struct figure *figure = figures; figure->title; figure++)
		for (size_t i = 0; figure->effects[i]; i++)
			if (!strcmp(figure->effects[i], effect))
				return true;
	return false;
}

static void
write_head(FILE *out, json_t *profile)
{
	json_t *device = json_object_get(profile, "device"), *method = json_object_get(profile, "method");
	const char *name = text_of(device, "name", ""), *driver = text_of(device, "driver", NULL);
	const char *date = text_of(profile, "date", NULL);
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
	      out);
	chart_text(out, name);
	fprintf(out, ": reference kernels</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", style);
	chart_text(out, name);
	fputs(": costs of accesses, launches and transfers</h1>\n<p>Measured by gpulint with its reference kernels",
	      out);
	if (date) {
		fputs(" on ", out);
		chart_text(out, date);
	}
	if (driver) {
		fputs(", driver for CUDA ", out);
		chart_text(out, driver);
	}
	if (json_is_integer(json_object_get(method, "rounds")))
		fprintf(out, ", in %" JSON_INTEGER_FORMAT " rounds",
		        json_integer_value(json_object_get(method, "rounds")));
	fputs(". Points are medians; shades reach from the fastest to the slowest round. Move the pointer over a "
	      "point to see its figures.</p>\n"
	      "<main>\n",
	      out);
}

bool
page_write(json_t *profile, FILE *out)
{
	size_t i;
	json_t *curve;
	write_head(out, profile);
	for (const struct figure *figure = figures; figure->title; figure++)
		write_figure(out, profile, figure);
	json_array_foreach (json_object_get(profile, "curves"), i, curve) {
		const char *effect = text_of(curve, "effect", "");
		if (!is_in_a_figure(effect))
			write_figure(out, profile, &(struct figure){effect, MEASURE_RATIO, false, {effect}});
	}
	fputs("</main>\n</body>\n</html>\n", out);
	return fflush(out) == 0 && !ferror(out);
}
