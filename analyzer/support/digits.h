/* Numbers for reports: rounded to significant digits, and never with an exponent for larger ones. */
#ifndef GPULINT_SUPPORT_DIGITS_H
#define GPULINT_SUPPORT_DIGITS_H

struct digits {
	char text[32];
};

struct digits digits_of(double number, int significant);
/* Microseconds with three significant digits, in the unit that fits: "66.0 us", "1.25 ms", "3.00 s". */
struct digits duration_of(double us);

#endif
