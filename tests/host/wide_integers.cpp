/* Integers of 128 bits: no wrong value may come of them. */

namespace {

typedef __int128 wide;
typedef unsigned __int128 unsigned_wide;

struct Fields {
	wide low : 100;
	unsigned_wide high : 20;
	unsigned_wide last : 70;
};

struct LongField {
	long long most : 63;
	unsigned long long least : 1;
};

}

// not followed: nothing is known of what is computed with 128 bits
int sums_and_products()
{
	wide n = 1;
	for (int i = 0; i < 40; i++)
		n = n * 2 + (i & 1);
	return (int)(n % 1000003) + (int)(n >> 30);
}

// not followed: nothing is known of what is computed with 128 bits
int signs()
{
	const wide n = -77;
	const unsigned_wide u = 77;
	return (int)(n / 5) * 100 + (int)(n % 5) + (int)(n >> 1) + (n < 0 ? 1000 : 0) + (u > 76 ? 10000 : 0) + (int)-n;
}

// not followed: nothing is known of what is computed with 128 bits
int shifts_that_drop_everything()
{
	const wide n = (wide)1 << 60;
	return (int)(n >> 59);
}

// not followed: nothing is known of what is computed with 128 bits
int conversions()
{
	const double real = -12.75;
	const unsigned narrow = (unsigned)-5;
	const wide of_real = (wide)real, of_narrow = narrow;
	const bool truth = of_real;
	return (int)of_real + (int)(of_narrow >> 20) + truth + (int)(double)(wide)1000;
}

// not followed: nothing is known of what is computed with 128 bits
int minus_two_to_the_63rd()
{
	const wide n = -9223372036854775807LL - 1;
	return n < 0 ? (int)(n / 4611686018427387904LL) : 5;
}

int long_bit_fields()
{
	LongField f;
	f.most = -1;
	f.least = 1;
	const int first = (int)f.most;
	f.most = 4611686018427387903LL;
	return first * 1000 + (int)(f.most % 997) + (int)f.least;
}

// not followed: nothing is known of what is computed with 128 bits
int large_shift()
{
	return ((wide)1 << 69) == 32 ? 32 : 1;
}

// not followed: nothing is known of what is computed with 128 bits
int large_product()
{
	wide n = (wide)1 << 62;
	n *= 16;
	return n == 0 ? 32 : 1;
}

// not followed: nothing is known of what is computed with 128 bits
int large_unsigned()
{
	unsigned_wide u = 0;
	u -= 1;
	return u >> 64 ? 1 : 32;
}

// not followed: nothing is known of what is computed with 128 bits
int unsigned_of_64_bits()
{
	const unsigned long long most = ~0ULL;
	const unsigned_wide u = most;
	return u + 1 == 0 ? 1 : 32;
}

// not followed: nothing is known of what is computed with 128 bits
int of_a_negative()
{
	const long n = -1;
	const unsigned_wide u = n;
	return u > 5 && u >> 70 ? 3 : 4;
}

// not followed: nothing is known of what is computed with 128 bits
int opposite_of_the_least()
{
	const wide n = -9223372036854775807LL - 1;
	return -n > 0 ? 7 : 8;
}

// not followed: nothing is known of what is computed with 128 bits
int constant_expression()
{
	constexpr wide n = (wide)1 << 69;
	return n == 0 ? 1 : 32;
}

// not followed: objects keep no more than 64 bits
int in_an_array()
{
	wide numbers[2];
	numbers[0] = 32;
	numbers[1] = (wide)5 << 80;
	return (int)numbers[0] + (numbers[1] == 0 ? 1 : 2);
}

// not followed: objects keep no more than 64 bits
int bit_fields()
{
	Fields f;
	f.low = 5;
	f.high = 9;
	f.last = 3;
	return (int)f.low * 100 + (int)f.high * 10 + (int)f.last;
}

// not followed: objects keep no more than 64 bits
int negative_in_memory()
{
	wide n = -1, *p = &n;
	const long *parts = (const long *)p;
	return (int)parts[1];
}

// not followed: nothing is known of what is computed with 128 bits
int chosen_by_it()
{
	const unsigned_wide u = ~(unsigned_wide)0;
	switch (u) {
	case 0: return 1;
	case 7: return 2;
	default: return 3;
	}
}
