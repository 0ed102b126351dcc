#include "model/link.h"

#include <math.h>

#include "model/memory_model.h"

const double link_read_share = 51.0 / 55.2, link_write_share = 52.6 / 55.2;
const double link_trip_us = 1.08, link_latency_us = 1.4;

enum { LINE_SECTORS = 4, LONE_SECTOR_BYTES = 72, RUN_BYTES = 105 };

static double
sum(const double sectors[NEARNESSES])
{
	double all = 0;
	for (unsigned i = 0; i < NEARNESSES; i++)
		all += sectors[i];
	return all;
}

/* The share of sectors whose neighbour is not accessed; 1 if the cache model has no figures. */
static double
lone_share(const double sectors[NEARNESSES])
{
	const double all = sum(sectors);
	return all > 0 ? 1 - sectors[NEAR_SECTOR] / all : 1;
}

static double
bytes_read(const struct demand *d)
{
	const double lone = lone_share(d->loaded);
	return d->l2_sectors * (lone * LONE_SECTOR_BYTES + (1 - lone) * SECTOR_BYTES);
}

static double
bytes_written(const struct site *site, const struct demand *d, double sectors)
{
	const double runs = site->pattern == PATTERN_UNIFORM ? site->predicted.requests : site->predicted.lanes;
	const double part = sum(d->part_stored), all = part + sum(d->stored), in_part = all > 0 ? part / all : 1;
	return in_part * runs * RUN_BYTES + (1 - in_part) * sectors * SECTOR_BYTES;
}

/* Passes of requests, counted per line: in a line of several sectors each sector is a pass. */
static double
passes(const struct site *site, const struct demand *d)
{
	const double of_lane = site->atomic.same_address_lanes > 1 && site->predicted.lanes > 0
	                               ? d->met_passes / site->predicted.lanes
	                               : 1;
	const double sectors = fmax(1, site->predicted.sectors / site->predicted.requests);
	return d->passes / fmax(1, of_lane) * fmax(1, sectors / LINE_SECTORS) / sectors;
}

struct link_demand
link_demand_of(const struct site *site, const struct demand *d, double sectors)
{
	enum { LINE_BYTES = LINE_SECTORS * SECTOR_BYTES };
	if (site->kind == SITE_LOAD)
		return (struct link_demand){.read = bytes_read(d)};
	if (site->kind == SITE_STORE)
		return (struct link_demand){.written = bytes_written(site, d, sectors)};
	const double all = passes(site, d);
	return (struct link_demand){
		.read = all * LINE_BYTES, .written = all * LINE_BYTES, .trips = d->pieces > 0 ? all / d->pieces : 0};
}
