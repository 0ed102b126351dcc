#include "kernels/plot/chart.h"

#include <math.h>

/* Units of the drawing; the page scales it. */
enum { WIDTH = 560, HEIGHT = 330, LEFT = 62, RIGHT = 24, TOP = 14, BOTTOM = 48 };

/* One axis: its values and positions. */
struct axis {
	bool log;
	double least, most; /* values at its ends */
	double begin, end;  /* positions of its ends */
};

static double
position(const struct axis *axis, double value)
{
	const double share = axis->log ? log(value / axis->least) / log(axis->most / axis->least)
	                               : (value - axis->least) / (axis->most - axis->least);
	return axis->begin + share * (axis->end - axis->begin);
}

/* 1, 2 or 5 times a power of ten: the smallest step that divides the span into at most `most` steps. */
static double
round_step(double span, double most)
{
	const double raw = span / most, power = pow(10, floor(log10(raw)));
	const double digit = raw / power;
	return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

/* Degrees count lanes, banks and sectors, so ticks at powers of two are easier to read than tens, up to 128. */
static double
degree_step(double span)
{
	enum { STEPS = 9 };
	double step = 1;
	while (span / step > STEPS && step < 128)
		step *= 2;
	return span / step > STEPS ? round_step(span, STEPS) : step;
}

/* The ratio between ticks on a logarithmic axis: 2, or a higher power of two if that is too dense. */
static double
log_factor(const struct axis *axis, double most)
{
	const double doublings = log2(axis->most / axis->least);
	return pow(2, fmax(1, ceil(doublings / most)));
}

void
chart_text(FILE *out, const char *text)
{
	for (; *text; text++)
		switch (*text) {
		case '<': fputs("&lt;", out); break;
		case '>': fputs("&gt;", out); break;
		case '&': fputs("&amp;", out); break;
		case '"': fputs("&quot;", out); break;
		default: putc(*text, out);
		}
}

static void
write_x_tick(FILE *out, const struct axis *x, double value)
{
	const double at = position(x, value);
	fprintf(out,
	        "<path class=\"grid\" d=\"M%.1f %d V%d\"/><text class=\"tick\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.7g</text>\n",
	        at, TOP, HEIGHT - BOTTOM, at, HEIGHT - BOTTOM + 17, value);
}

static void
write_y_tick(FILE *out, const struct axis *y, double value)
{
	const double at = position(y, value);
	fprintf(out,
	        "<path class=\"grid\" d=\"M%d %.1f H%d\"/><text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.7g</text>\n",
	        LEFT, at, WIDTH - RIGHT, LEFT - 7, at + 4, value);
}

/* Draws the ticks first, first + step, …, or first * step, …, up to the axis's end. The limit is only reached if
 * rounding loses the step. */
static void
write_ticks(FILE *out, const struct axis *axis, double first, double step,
            void (*write)(FILE *out, const struct axis *axis, double value))
{
	enum { MOST_TICKS = 32 };
	for (int i = 0; i < MOST_TICKS; i++) {
		const double value = axis->log ? first * pow(step, i) : first + i * step;
		if (value > axis->most * 1.0001)
			return;
		write(out, axis, value);
	}
}

static void
write_grid(FILE *out, const struct axis *x, const struct axis *y)
{
	const double x_step = x->log ? log_factor(x, 10) : degree_step(x->most - x->least);
	const double y_step = y->log ? log_factor(y, 8) : round_step(y->most - y->least, 6);
	write_ticks(out, x, x->log ? exp2(ceil(log2(x->least) - 1e-9)) : x_step * ceil(x->least / x_step), x_step,
	            write_x_tick);
	write_ticks(out, y, y->least, y_step, write_y_tick); /* round_ends made the lowest value a tick */
}

static void
write_labels(FILE *out, const struct chart *chart)
{
	fprintf(out, "<path class=\"axis\" d=\"M%d %d V%d H%d\"/>\n", LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT);
	fprintf(out, "<text class=\"label\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (LEFT + WIDTH - RIGHT) / 2,
	        HEIGHT - 10);
	chart_text(out, chart->x_label);
	fprintf(out,
	        "</text>\n<text class=\"label\" transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\">",
	        (TOP + HEIGHT - BOTTOM) / 2);
	chart_text(out, chart->y_label);
	fputs("</text>\n", out);
}

/* The spread, as an area from all highs to all lows. */
static void
write_spread(FILE *out, const struct chart_curve *curve, const struct axis *x, const struct axis *y)
{
	fputs("<path class=\"spread\" d=\"M", out);
	for (size_t i = 0; i < curve->count; i++)
		fprintf(out, "%.1f %.1f ", position(x, curve->points[i].x), position(y, curve->points[i].high));
	for (size_t i = curve->count; i-- > 0;)
		fprintf(out, "%.1f %.1f ", position(x, curve->points[i].x), position(y, curve->points[i].low));
	fputs("Z\"/>\n", out);
}

static void
write_curve(FILE *out, const struct chart_curve *curve, const struct axis *x, const struct axis *y)
{
	fprintf(out, "<g class=\"c%zu\">\n", curve->colour % CHART_COLOURS);
	write_spread(out, curve, x, y);
	fprintf(out, "<path class=\"curve%s\" d=\"M", curve->is_dashed ? " dashed" : "");
	for (size_t i = 0; i < curve->count; i++)
		fprintf(out, "%.1f %.1f ", position(x, curve->points[i].x), position(y, curve->points[i].y));
	fputs("\"/>\n", out);
	for (size_t i = 0; i < curve->count; i++) {
		const struct chart_point *point = &curve->points[i];
		fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.6\"><title>", position(x, point->x),
		        position(y, point->y));
		chart_text(out, curve->name);
		fprintf(out, " at %.7g: %.4g (%.4g to %.4g)</title></circle>\n", point->x, point->y, point->low,
		        point->high);
	}
	fputs("</g>\n", out);
}

/* The range of the drawn values. */
static void
find_range(const struct chart *chart, struct axis *x, struct axis *y)
{
	x->least = y->least = INFINITY;
	x->most = y->most = 0;
	for (size_t i = 0; i < chart->curve_count; i++)
		for (size_t k = 0; k < chart->curves[i].count; k++) {
			const struct chart_point *point = &chart->curves[i].points[k];
			x->least = fmin(x->least, point->x);
			x->most = fmax(x->most, point->x);
			y->least = fmin(y->least, point->low);
			y->most = fmax(y->most, point->high);
		}
}

/* Rounds the ends to possible ticks: an axis begins at 0 or above, and a logarithmic one ends at powers of two. */
static void
round_ends(struct axis *x, struct axis *y)
{
	if (x->most <= x->least)
		x->most = x->log ? 2 * x->least
		                 /* adding 1 to a large number may not change it */
		                 : fmax(x->least + 1, x->least * 1.000001);
	if (y->log) {
		y->least = exp2(floor(log2(y->least) + 0.02));
		y->most = exp2(ceil(log2(y->most) - 0.02));
		if (y->most <= y->least)
			y->most = 2 * y->least;
	} else {
		const double step = round_step(fmax(y->most, 1e-9), 6);
		y->least = 0;
		y->most = step * fmax(ceil(y->most / step - 1e-9), 1);
	}
}

void
chart_write(FILE *out, const struct chart *chart)
{
	struct axis x = {.log = chart->log_x, .begin = LEFT + 6, .end = WIDTH - RIGHT - 6};
	struct axis y = {.log = chart->log_y, .begin = HEIGHT - BOTTOM, .end = TOP};
	find_range(chart, &x, &y);
	round_ends(&x, &y);
	fprintf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH, HEIGHT);
	chart_text(out, chart->title);
	fputs("\">\n", out);
	write_grid(out, &x, &y);
	write_labels(out, chart);
	for (size_t i = 0; i < chart->curve_count; i++)
		write_curve(out, &chart->curves[i], &x, &y);
	fputs("</svg>\n", out);
}
