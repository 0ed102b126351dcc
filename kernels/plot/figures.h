/* Which of a profile's curves are drawn together, and how. */
#ifndef GPULINT_KERNELS_PLOT_FIGURES_H
#define GPULINT_KERNELS_PLOT_FIGURES_H

#include <stdbool.h>

/* The quantity on the y axis. */
enum measure {
	MEASURE_BANDWIDTH,  /* useful bytes over time, 10^9 bytes/s */
	MEASURE_RATIO,      /* time over the ideal form's */
	MEASURE_CYCLES,     /* clock cycles of a step */
	MEASURE_BANDWIDTHS, /* bandwidth, next to that of the ideal forms */
	MEASURE_TIMES,      /* microseconds, next to those of the ideal forms */
};

enum { FIGURE_CURVES = 8 };

struct figure {
	const char *title;
	enum measure measure;
	bool by_doubling;                       /* the axis of degrees is logarithmic */
	const char *effects[FIGURE_CURVES + 1]; /* NULL-terminated */
};

/* In the order of the page, terminated by a NULL title. Other curves of a profile are drawn alone. */
extern const struct figure figures[];

#endif
