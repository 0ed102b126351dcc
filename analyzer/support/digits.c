#include "support/digits.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

struct digits
digits_of(double number, int significant)
{
	static const double most = 1e15; /* up to which the computation below distinguishes integers */
	const double size = fabs(number), least = pow(10, significant) - 0.5;
	const bool is_large = size < most && size >= least;
	struct digits digits;
	if (is_large) {
		const double unit = pow(10, floor(log10(size)) + 1 - significant);
		snprintf(digits.text, sizeof digits.text, "%.0f", round(number / unit) * unit);
	} else
		snprintf(digits.text, sizeof digits.text, "%.*g", significant, number);
	return digits;
}

struct digits
duration_of(double us)
{
	static const struct {
		const char *unit;
		double us;
	} units[] = {{"s", 1e6}, {"ms", 1e3}, {"us", 1}};
	size_t i = 0;
	while (i + 1 < sizeof units / sizeof *units && us < 0.9995 * units[i].us)
		i++;
	const double amount = us / units[i].us;
	const int decimals = amount < 9.995 ? 2 : amount < 99.95 ? 1 : 0;
	struct digits digits;
	snprintf(digits.text, sizeof digits.text, "%.*f %s", decimals, amount, units[i].unit);
	return digits;
}
