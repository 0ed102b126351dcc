/* A chart of curves as inline SVG, with the colours of the page's style sheet (classes c0, c1, …). */
#ifndef GPULINT_KERNELS_PLOT_CHART_H
#define GPULINT_KERNELS_PLOT_CHART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { CHART_COLOURS = 8 };

struct chart_point {
	double x, y, low, high; /* low and high: the spread of y */
};

struct chart_curve {
	const char *name;
	size_t colour;
	bool is_dashed;
	struct chart_point *points; /* by ascending x */
	size_t count;
};

struct chart {
	const char *title; /* for screen readers */
	const char *x_label, *y_label;
	bool log_x, log_y; /* log_x: all x are positive */
	struct chart_curve *curves;
	size_t curve_count;
};

/* Text of HTML and SVG, with markup escaped. */
void chart_text(FILE *out, const char *text);
/* The chart must have at least one point. */
void chart_write(FILE *out, const struct chart *chart);

#endif
