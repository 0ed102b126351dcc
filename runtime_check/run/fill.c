#include "fill.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Sebastiano Vigna's splitmix64: a good hash of a counter, so that any part can be generated without the rest. */
static uint64_t
hash_counter(uint64_t counter)
{
	uint64_t z = (counter + 1) * UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* IEEE half precision, rounded to nearest even. */
static uint16_t
half_bits(double value)
{
	const uint16_t sign = signbit(value) ? 0x8000 : 0;
	const double magnitude = fabs(value);
	if (isnan(value))
		return 0x7e00;
	if (magnitude < 0x1p-25)
		return sign; /* less than half of the smallest denormal: zero, for which frexp gives no exponent */
	if (magnitude >= 65520.0)
		return sign | 0x7c00;
	int exponent;
	frexp(magnitude, &exponent);
	/* The step between neighbours: 2^-24 for denormals, 11 significant bits otherwise. */
	const int step = exponent - 11 < -24 ? -24 : exponent - 11;
	const double units = nearbyint(ldexp(magnitude, -step));
	if (step == -24)
		return sign | (uint16_t)units; /* a carry to 1024 is the smallest normal number's pattern */
	return sign | (uint16_t)((unsigned)(step + 24) * 1024u + (unsigned)units);
}

static uint16_t
bfloat_bits(double value)
{
	const float single = (float)value;
	uint32_t bits;
	memcpy(&bits, &single, sizeof bits);
	if (isnan(single))
		return 0x7fc0;
	return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

void
element_write_integer(enum element_type type, uint8_t *out, int64_t value)
{
	memcpy(out, &value, element_size(type)); /* little-endian, as every host with CUDA */
}

static int64_t
clamp_integer(enum element_type type, double value)
{
	const bool is_signed = element_kind(type) == ELEMENT_SIGNED;
	const int bits = (int)(8 * element_size(type)) - is_signed;
	const double high = ldexp(1, bits); /* exclusive */
	if (isnan(value))
		return 0;
	if (value >= high)
		return bits == 64 ? -1 : (int64_t)((UINT64_C(1) << bits) - 1);
	if (value < (is_signed ? -high : 0))
		return is_signed ? (bits == 63 ? INT64_MIN : -(INT64_C(1) << bits)) : 0;
	return value < 0 ? (int64_t)value : (int64_t)(uint64_t)value;
}

void
element_write(enum element_type type, uint8_t *out, double value)
{
	const float single = (float)value;
	uint16_t bits;
	switch (type) {
	case ELEMENT_F64: memcpy(out, &value, sizeof value); return;
	case ELEMENT_F32: memcpy(out, &single, sizeof single); return;
	case ELEMENT_F16:
	case ELEMENT_BF16:
		bits = type == ELEMENT_F16 ? half_bits(value) : bfloat_bits(value);
		memcpy(out, &bits, sizeof bits);
		return;
	default: element_write_integer(type, out, clamp_integer(type, value));
	}
}

/* The smallest positive normal number. */
static double
smallest_normal(enum element_type type)
{
	return type == ELEMENT_F16 ? 0x1p-14 : type == ELEMENT_F64 ? DBL_MIN : FLT_MIN;
}

/* ---- random numbers ---------------------------------------------------------------------------------------------- */

static double
half_value(uint16_t bits)
{
	const int exponent = bits >> 10 & 0x1f;
	const double fraction = bits & 0x3ff;
	const double magnitude = exponent == 0x1f ? (fraction > 0 ? NAN : INFINITY)
	                         : exponent == 0  ? ldexp(fraction, -24)
	                                          : ldexp(1024 + fraction, exponent - 25);
	return bits & 0x8000 ? -magnitude : magnitude;
}

static double
element_value(enum element_type type, const uint8_t *element)
{
	uint16_t bits;
	float single;
	double value;
	if (type == ELEMENT_F64) {
		memcpy(&value, element, sizeof value);
		return value;
	}
	if (type == ELEMENT_F32) {
		memcpy(&single, element, sizeof single);
		return (double)single;
	}
	memcpy(&bits, element, sizeof bits);
	const uint32_t wide = (uint32_t)bits << 16;
	memcpy(&single, &wide, sizeof single);
	return type == ELEMENT_F16 ? half_value(bits) : (double)single;
}

/* Changes to the next number above or below: the bit patterns of floating-point numbers of one sign are ordered. */
static void
step_element(enum element_type type, uint8_t *element, int direction)
{
	const size_t size = element_size(type);
	uint64_t bits = 0;
	memcpy(&bits, element, size);
	const uint64_t sign = UINT64_C(1) << (8 * size - 1);
	if ((bits & ~sign) == 0)
		bits = (direction < 0 ? sign : 0) + 1;
	else
		bits += (bits & sign ? -direction : direction) > 0 ? UINT64_C(1) : UINT64_MAX;
	memcpy(element, &bits, size);
}

/* Writes the number of the type in [low, high) that is nearest to `value`, or next to it. If there is none, the number
 * is outside. */
static void
write_within(const struct fill *fill, double value, uint8_t *out)
{
	element_write(fill->type, out, value);
	if (fill->low >= fill->high)
		return;
	if (element_value(fill->type, out) >= fill->high)
		step_element(fill->type, out, -1);
	if (element_value(fill->type, out) < fill->low)
		step_element(fill->type, out, 1);
}

static bool
has_index(enum element_type type, int64_t index)
{
	uint8_t element[sizeof(uint64_t)] = {0};
	const bool is_signed = element_kind(type) == ELEMENT_SIGNED;
	const int unused = 64 - (int)(8 * element_size(type));
	uint64_t bits = 0;
	element_write_integer(type, element, index);
	memcpy(&bits, element, element_size(type));
	const int64_t value = (int64_t)(bits << unused);
	return is_signed ? value >> unused == index : index >= 0 && (int64_t)bits == index;
}

bool
fill_has_numbers(const struct fill *fill)
{
	uint8_t element[sizeof(uint64_t)];
	if (fill->kind == FILL_INDEX)
		return has_index(fill->type, fill->least) &&
		       has_index(fill->type, (int64_t)((uint64_t)fill->least + fill->limit - 1));
	for (int i = 0; i < 2; i++) {
		element_write(fill->type, element, i ? fill->high : fill->low);
		if (!isfinite(element_value(fill->type, element)))
			return false;
	}
	write_within(fill, fill->low, element);
	const double value = element_value(fill->type, element);
	return fill->low >= fill->high || (value >= fill->low && value < fill->high);
}

static void
write_element(const struct fill *fill, uint64_t index, uint8_t *out)
{
	if (fill->kind == FILL_INDEX) {
		element_write_integer(fill->type, out,
		                      (int64_t)((uint64_t)fill->least + hash_counter(index) % fill->limit));
	} else if (fill->kind == FILL_RANDOM_FLOAT) {
		const double unit = ldexp((double)(hash_counter(index) >> 11), -53);
		const double value = fill->low + (fill->high - fill->low) * unit;
		const double least = smallest_normal(fill->type);
		write_within(fill, fabs(value) < least && least < fill->high ? least : value, out);
	} else {
		double value = fill->start + fill->step * (double)index;
		if (fill->limit > 0)
			value = fmod(value, (double)fill->limit);
		element_write(fill->type, out, value);
	}
}

uint64_t
fill_period(const struct fill *fill)
{
	switch (fill->kind) {
	case FILL_ZERO:
	case FILL_RANDOM_FLOAT:
	case FILL_INDEX: return FILL_PERIOD;
	case FILL_RECORDS: return FILL_PERIOD / fill->record_bytes * fill->record_bytes;
	default: return 0;
	}
}

/* Copies the part of `size` bytes at offset `at` of the contents that is within [first, first + count). `out` is the
 * place of `first`. */
static void
put(uint8_t *out, uint64_t first, size_t count, uint64_t at, const uint8_t *bytes, size_t size)
{
	const uint64_t from = at > first ? at : first, end = at + size < first + count ? at + size : first + count;
	if (from < end)
		memcpy(out + (from - first), bytes + (from - at), (size_t)(end - from));
}

static void
write_records(const struct fill *fill, uint64_t first, uint8_t *out, size_t count)
{
	memset(out, 0, count);
	for (uint64_t record = first / fill->record_bytes * fill->record_bytes; record < first + count;
	     record += fill->record_bytes)
		for (size_t i = 0; i < fill->member_count; i++) {
			const struct member *member = &fill->members[i];
			const size_t size = element_size(member->fill.type);
			for (uint64_t k = 0; k < member->count; k++) {
				const uint64_t at = record + member->at + k * size;
				uint8_t element[sizeof(uint64_t)];
				write_element(&member->fill, at, element);
				put(out, first, count, at, element, size);
			}
		}
}

void
fill_write(const struct fill *fill, uint64_t first, uint8_t *out, size_t count)
{
	if (fill->kind == FILL_ZERO || fill->kind == FILL_BYTES) {
		memset(out, 0, count);
		if (fill->kind == FILL_BYTES && first < fill->byte_count) {
			const size_t left = fill->byte_count - (size_t)first;
			memcpy(out, fill->bytes + first, left < count ? left : count);
		}
		return;
	}
	if (fill->kind == FILL_RECORDS) {
		write_records(fill, first, out, count);
		return;
	}
	const size_t size = element_size(fill->type);
	for (size_t done = 0; done < count; done += size) {
		uint8_t element[sizeof(uint64_t)];
		write_element(fill, (first + done) / size, element);
		memcpy(out + done, element, count - done < size ? count - done : size);
	}
}
