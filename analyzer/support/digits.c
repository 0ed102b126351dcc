#include "support/digits.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

struct digits
digits_of(double number, int significant)
{
	static const double most = 1e15;   /* that whole numbers are told apart below */
	const double size = fabs(number);
	const bool is_large = size < most && size >= pow(10, significant) - 0.5;
	struct digits digits;
	if (is_large)
		snprintf(digits.text, sizeof digits.text, "%.0f", number);
	else
		snprintf(digits.text, sizeof digits.text, "%.*g", significant, number);
	return digits;
}
