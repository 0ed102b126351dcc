/* The rates of the shipped H200 profile, whatever the user's cache contains. */
#ifndef GPULINT_TESTS_UNIT_SHIPPED_RATES_H
#define GPULINT_TESTS_UNIT_SHIPPED_RATES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "kernels/profile.h"
#include "kernels/rates.h"

static inline struct rates
shipped_rates(void)
{
	struct rates rates;
	setenv("XDG_CACHE_HOME", "/nowhere", 1);
	struct profile *profile = profile_shipped("H200");
	assert_true(rates_of_profile(profile, &rates));
	profile_free(profile);
	return rates;
}

#endif
