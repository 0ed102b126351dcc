/* Numbers for people: so many significant digits, all digits of what is larger, and never an exponent for that. */
#ifndef GPULINT_SUPPORT_DIGITS_H
#define GPULINT_SUPPORT_DIGITS_H

struct digits { char text[32]; };

struct digits digits_of(double number, int significant);
/* Microseconds with three significant digits, in the unit that fits: "66.0 us", "1.25 ms", "3.00 s". */
struct digits duration_of(double us);

#endif
