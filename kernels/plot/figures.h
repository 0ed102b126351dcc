/* Which of a profile's curves are drawn together, and how: as textbooks draw them. */
#ifndef GPULINT_KERNELS_PLOT_FIGURES_H
#define GPULINT_KERNELS_PLOT_FIGURES_H

#include <stdbool.h>

/* What goes up the side. */
enum measure {
	MEASURE_BANDWIDTH,  /* useful bytes over time, 10^9 bytes/s */
	MEASURE_RATIO,      /* time over the ideal form's */
	MEASURE_CYCLES,     /* clock cycles of a step */
	MEASURE_BANDWIDTHS, /* bandwidth, and that of the ideal forms beside it */
	MEASURE_TIMES,      /* microseconds, likewise */
};

enum { FIGURE_CURVES = 8 };

struct figure {
	const char *title;
	enum measure measure;
	bool by_doubling;                       /* degrees are as far apart as their logarithms */
	const char *effects[FIGURE_CURVES + 1]; /* up to a NULL */
};

/* In the order of the page, up to a NULL title. What a profile has besides is drawn alone. */
extern const struct figure figures[];

#endif
