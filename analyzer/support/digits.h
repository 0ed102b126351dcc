/* Numbers for people: so many significant digits, all digits of what is larger, and never an exponent for that. */
#ifndef GPULINT_SUPPORT_DIGITS_H
#define GPULINT_SUPPORT_DIGITS_H

struct digits { char text[32]; };

struct digits digits_of(double number, int significant);

#endif
