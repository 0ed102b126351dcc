#include "kernels/transfers.h"

#include <math.h>

#include "kernels/profile.h"

enum { KIB = 1024 };

/* Degrees are KiB, powers of two. */
static void
read_curve(const struct profile *profile, const char *effect, struct transfer_curve *curve)
{
	curve->count = 0;
	for (unsigned i = 0; i < TRANSFER_POINTS; i++) {
		const double degree = ldexp(1, (int)i);
		const struct profile_point point = profile_point(profile, effect, degree);
		if (point.us > 0 && point.ideal_us > 0)
			curve->points[curve->count++] = (struct transfer_point){degree * KIB, point.us, point.ideal_us};
	}
}

bool
transfers_of_profile(const struct profile *profile, struct transfer_times *times)
{
	read_curve(profile, "pageable-to-device", &times->to_device);
	read_curve(profile, "pageable-to-host", &times->to_host);
	return times->to_device.count && times->to_host.count;
}
