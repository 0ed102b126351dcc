#include "fill.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Sebastiano Vigna's splitmix64: a good hash of a counter, so that any part can be made without the rest. */
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
	if (magnitude >= 65520.0)
		return sign | 0x7c00;
	int exponent;
	frexp(magnitude, &exponent);
	/* The step between neighbours: 2^-24 for denormals, 11 significant bits otherwise. */
	const int step = exponent - 11 < -24 ? -24 : exponent - 11;
	const double units = nearbyint(ldexp(magnitude, -step));
	if (step == -24)
		return sign | (uint16_t)units;   /* a carry to 1024 is the smallest normal number's pattern */
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
	memcpy(out, &value, element_size(type));   /* little endian, as every host that has CUDA */
}

static int64_t
clamp_integer(enum element_type type, double value)
{
	const bool is_signed = type == ELEMENT_I8 || type == ELEMENT_I16 || type == ELEMENT_I32 || type == ELEMENT_I64;
	const int bits = (int)(8 * element_size(type)) - is_signed;
	const double high = ldexp(1, bits);   /* exclusive */
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
	case ELEMENT_F64:
		memcpy(out, &value, sizeof value);
		return;
	case ELEMENT_F32:
		memcpy(out, &single, sizeof single);
		return;
	case ELEMENT_F16:
	case ELEMENT_BF16:
		bits = type == ELEMENT_F16 ? half_bits(value) : bfloat_bits(value);
		memcpy(out, &bits, sizeof bits);
		return;
	default:
		element_write_integer(type, out, clamp_integer(type, value));
	}
}

/* The smallest positive normal number. */
static double
smallest_normal(enum element_type type)
{
	return type == ELEMENT_F16 ? 0x1p-14 : type == ELEMENT_F64 ? DBL_MIN : FLT_MIN;
}

static void
write_element(const struct fill *fill, uint64_t index, uint8_t *out)
{
	if (fill->kind == FILL_INDEX) {
		element_write_integer(fill->type, out, (int64_t)((uint64_t)fill->least + hash_counter(index) % fill->limit));
	} else if (fill->kind == FILL_RANDOM_FLOAT) {
		const double unit = ldexp((double)(hash_counter(index) >> 11), -53);
		const double value = fill->low + (fill->high - fill->low) * unit;
		const double least = smallest_normal(fill->type);
		element_write(fill->type, out, fabs(value) < least ? least : value);
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
	case FILL_ZERO: case FILL_RANDOM_FLOAT: case FILL_INDEX: return FILL_PERIOD;
	case FILL_RECORDS: return FILL_PERIOD / fill->record_bytes * fill->record_bytes;
	default: return 0;
	}
}

/* Of `size` bytes that begin at byte `at` of the contents those that lie in [first, first + count), whose place is `out`. */
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
	for (uint64_t record = first / fill->record_bytes * fill->record_bytes; record < first + count; record += fill->record_bytes)
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
