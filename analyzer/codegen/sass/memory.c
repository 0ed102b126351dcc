#include "codegen/sass/layouts.h"

/* Up to sm_75 a uniform register is a part of an address in global memory. Later it is a descriptor, which does not
 * change the address; bit 91 marks it. */
enum { FIRST_WITH_DESCRIPTORS = 80 };

static bool
is_narrow(unsigned space)
{
	return space == SASS_SHARED || space == SASS_LOCAL;
}

static void
address_register(struct sass_decoding *decoding, struct sass_access *access, unsigned at, unsigned count)
{
	uint8_t number = sass_register(decoding, at);
	if (number == SASS_RZ)
		return;
	access->address = number;
	access->address_registers = (uint8_t)count;
	sass_read(decoding, SASS_GPR, number, count);
}

static void
address_uniform(struct sass_decoding *decoding, struct sass_access *access, unsigned at, unsigned count)
{
	uint8_t number = sass_uniform_register(decoding, at);
	if (number == SASS_RZ)
		return;
	access->uniform = number;
	access->uniform_registers = (uint8_t)count;
	sass_read(decoding, SASS_UGPR, number, count);
}

/* [R2], [R2.64], [UR4], [R2.U32+UR4], desc[UR4][R2.64]: the register is in bits 24 to 31. It has 64 bits if bit 90
 * (with a uniform register) or bit 72 (without one, ".E") is set. */
static void
wide_address(struct sass_decoding *decoding, struct sass_access *access, unsigned wide_bit, unsigned uniform_at)
{
	unsigned count = sass_bit(decoding, wide_bit) ? 2 : 1;
	address_register(decoding, access, 24, count);
	if (!sass_has_uniform(decoding))
		return;
	if (decoding->sm < FIRST_WITH_DESCRIPTORS)
		address_uniform(decoding, access, uniform_at, 2);
	else
		sass_read_uniform(decoding, uniform_at, 2);
}

/* Shared and local memory, whose addresses have 32 bits: [R2+UR4], [R2.X4]. */
static void
narrow_address(struct sass_decoding *decoding, struct sass_access *access, unsigned uniform_at)
{
	address_register(decoding, access, 24, 1);
	if (sass_has_uniform(decoding))
		address_uniform(decoding, access, uniform_at, 1);
}

/* The register's factor: 1, 4, 8 or 16. */
static uint8_t
scale_of(const struct sass_decoding *decoding)
{
	unsigned code = sass_bits(decoding, 78, 2);
	return code ? (uint8_t)(2u << code) : 1;
}

static struct sass_access *
access_at(struct sass_decoding *decoding, enum sass_width width, unsigned uniform_at)
{
	enum sass_space space = decoding->encoding->space;
	struct sass_access *access = sass_add_access(decoding, space);
	access->bytes = (uint16_t)sass_access_bytes(decoding, width);
	access->offset = sass_signed_bits(decoding, 40, 24);
	if (is_narrow(space))
		narrow_address(decoding, access, uniform_at);
	else
		wide_address(decoding, access, sass_has_uniform(decoding) ? 90 : 72, uniform_at);
	return access;
}

void
layout_load(struct sass_decoding *decoding)
{
	enum sass_width width = decoding->encoding->d;
	struct sass_access *access = access_at(decoding, width, 32);
	access->reads = true;
	if (decoding->encoding->space == SASS_SHARED && decoding->encoding->kind == SASS_LOAD)
		access->scale = scale_of(decoding);
	sass_write_register(decoding, 16, sass_width(decoding, width));
	sass_predicates(decoding, SASS_PREDICATE);
}

void
layout_store(struct sass_decoding *decoding)
{
	enum sass_width width = decoding->encoding->b;
	struct sass_access *access = access_at(decoding, width, 64);
	access->writes = true;
	if (decoding->encoding->space == SASS_SHARED && decoding->encoding->kind == SASS_STORE)
		access->scale = scale_of(decoding);
	sass_read_register(decoding, 32, sass_width(decoding, width));
	sass_predicates(decoding, SASS_PREDICATE);
}

/* From sm_80 on a load may have a predicate, in bits 64 to 66, all inverted. */
void
layout_load_global(struct sass_decoding *decoding)
{
	layout_load(decoding);
	if (decoding->sm >= FIRST_WITH_DESCRIPTORS)
		sass_read(decoding, SASS_PREDICATE, sass_bits(decoding, 64, 3) ^ SASS_PT, 1);
}

/* For a generic address without a descriptor, the offset occupies bits 32 to 63, and the data register is in bits 64
 * to 71. */
void
layout_load_generic(struct sass_decoding *decoding)
{
	layout_load(decoding);
	if (!sass_has_uniform(decoding))
		decoding->into->accesses[0].offset = sass_signed_bits(decoding, 32, 32);
}

void
layout_store_generic(struct sass_decoding *decoding)
{
	if (sass_has_uniform(decoding)) {
		layout_store(decoding);
		return;
	}
	struct sass_access *access = access_at(decoding, WIDTH_SIZE, 0);
	access->writes = true;
	access->offset = sass_signed_bits(decoding, 32, 32);
	sass_read_register(decoding, 64, sass_width(decoding, WIDTH_SIZE));
}

/* 32 bytes per lane. The registers are two groups of four; the offset, in bits 40 to 56, counts units of 32 bytes. */
static struct sass_access *
wide_access(struct sass_decoding *decoding, unsigned uniform_at)
{
	struct sass_access *access = sass_add_access(decoding, SASS_GLOBAL);
	access->bytes = 32;
	access->offset = sass_signed_bits(decoding, 40, 17) * 32;
	address_register(decoding, access, 24, 2);
	sass_read_uniform(decoding, uniform_at, 2);
	return access;
}

void
layout_load256(struct sass_decoding *decoding)
{
	wide_access(decoding, 32)->reads = true;
	sass_read(decoding, SASS_PREDICATE, sass_bits(decoding, 87, 3) ^ SASS_PT, 1);
	sass_write_register(decoding, 16, 4);
	sass_write_register(decoding, 64, 4);
}

void
layout_store256(struct sass_decoding *decoding)
{
	wide_access(decoding, 64)->writes = true;
	sass_read_register(decoding, 16, 4);
	sass_read_register(decoding, 32, 4);
}

/* A store to another block's shared memory that signals that block's barrier: [R2.64] is the pair of the two
 * addresses. */
static struct sass_access *
async_access(struct sass_decoding *decoding)
{
	struct sass_access *access = sass_add_access(decoding, SASS_SHARED);
	access->writes = true;
	access->bytes = (uint16_t)sass_access_bytes(decoding, decoding->encoding->b);
	address_register(decoding, access, 24, 2);
	address_uniform(decoding, access, 64, 1);
	sass_read_register(decoding, 32, sass_width(decoding, decoding->encoding->b));
	return access;
}

void
layout_store_async(struct sass_decoding *decoding)
{
	async_access(decoding);
}

void
layout_reduction_async(struct sass_decoding *decoding)
{
	async_access(decoding)->reads = true;
}

static struct sass_access *
updated(struct sass_decoding *decoding, enum sass_width width, unsigned uniform_at)
{
	struct sass_access *access = access_at(decoding, width, uniform_at);
	access->reads = access->writes = true;
	return access;
}

/* The operation is in bits 87 to 90, so bit 72 marks an address of 64 bits. From sm_90 on, bit 63 marks a descriptor
 * and is no part of the offset. */
void
layout_atomic(struct sass_decoding *decoding)
{
	enum sass_width width = decoding->encoding->d;
	struct sass_access *access = sass_add_access(decoding, decoding->encoding->space);
	bool has_flag = sass_has_uniform(decoding) && decoding->sm >= 90;
	access->reads = access->writes = true;
	access->bytes = (uint16_t)sass_access_bytes(decoding, width);
	access->offset = sass_signed_bits(decoding, 40, has_flag ? 23 : 24);
	wide_address(decoding, access, 72, 64);
	sass_write_register(decoding, 16, sass_width(decoding, width));
	sass_read_register(decoding, 32, sass_width(decoding, width));
	sass_predicates(decoding, SASS_PREDICATE);
}

void
layout_cas(struct sass_decoding *decoding)
{
	unsigned count = sass_width(decoding, decoding->encoding->d);
	updated(decoding, decoding->encoding->d, 64);
	sass_write_register(decoding, 16, count);
	sass_read_register(decoding, 32, count);
	sass_read_register(decoding, 64, count);
	sass_predicates(decoding, SASS_PREDICATE);
}

void
layout_reduction(struct sass_decoding *decoding)
{
	enum sass_width width = decoding->encoding->b;
	updated(decoding, width, 64);
	sass_read_register(decoding, 32, sass_width(decoding, width));
}

/* Form 7 reads no data: it counts lanes or arrives at a barrier. */
void
layout_atoms(struct sass_decoding *decoding)
{
	enum sass_width width = decoding->encoding->d;
	updated(decoding, width, 64)->scale = scale_of(decoding);
	sass_write_register(decoding, 16, sass_width(decoding, width));
	if (sass_form(decoding) != 7)
		sass_read_register(decoding, 32, sass_width(decoding, width));
}

/* In form 2 the result is a predicate: whether the exchange succeeded. */
void
layout_atoms_cas(struct sass_decoding *decoding)
{
	unsigned count = sass_width(decoding, decoding->encoding->d);
	updated(decoding, decoding->encoding->d, 64)->scale = scale_of(decoding);
	if (sass_form(decoding) == 2)
		sass_write(decoding, SASS_PREDICATE, sass_bits(decoding, 81, 3), 1);
	else
		sass_write_register(decoding, 16, count);
	sass_read_register(decoding, 32, count);
	sass_read_register(decoding, 64, count);
}

/* Only an address, without data. */
void
layout_address(struct sass_decoding *decoding)
{
	struct sass_access *access = access_at(decoding, WIDTH_0, 64);
	access->reads = access->writes = decoding->encoding->kind == SASS_MBARRIER;
}

void
layout_uniform_address(struct sass_decoding *decoding)
{
	struct sass_access *access = sass_add_access(decoding, decoding->encoding->space);
	address_uniform(decoding, access, 24, 2);
}

/* A prefetch's offset occupies bits 32 to 63. */
void
layout_cache(struct sass_decoding *decoding)
{
	access_at(decoding, WIDTH_0, 64)->offset = sass_signed_bits(decoding, 32, 32);
}

/* Tests in which space a generic address lies; nothing is accessed. */
void
layout_qspc(struct sass_decoding *decoding)
{
	sass_write_register(decoding, 16, 1);
	sass_read_register(decoding, 24, sass_bit(decoding, 72) ? 2 : 1);
	sass_predicates(decoding, SASS_PREDICATE);
}

/* Reads one copy of data that several GPUs share. With URZ the register has 64 bits. */
void
layout_load_multicast(struct sass_decoding *decoding)
{
	struct sass_access *access = sass_add_access(decoding, SASS_GLOBAL);
	bool has_uniform = sass_uniform_register(decoding, 64) != SASS_RZ;
	access->reads = true;
	access->bytes = (uint16_t)sass_access_bytes(decoding, decoding->encoding->d);
	access->offset = sass_signed_bits(decoding, 40, 24);
	address_register(decoding, access, 24, has_uniform ? 1 : 2);
	address_uniform(decoding, access, 64, 2);
	sass_write_register(decoding, 16, sass_width(decoding, decoding->encoding->d));
}

/* `at`, `count`: position of the offset's bits. An offset that is added to an index is a signed number of bytes. */
static struct sass_access *
constant_access(struct sass_decoding *decoding, unsigned at, unsigned count)
{
	struct sass_access *access = sass_add_access(decoding, SASS_CONSTANT);
	access->reads = true;
	access->bytes = (uint16_t)sass_access_bytes(decoding, WIDTH_SIZE);
	decoding->into->constant.present = true;
	decoding->into->constant.bank = (uint8_t)sass_bits(decoding, 54, 5);
	decoding->into->constant.offset = access->offset = (int32_t)sass_bits(decoding, at, count);
	return access;
}

static void
index_constant(struct sass_decoding *decoding, struct sass_access *access, unsigned at, unsigned count)
{
	if (!access->address_registers && !access->uniform_registers)
		return;
	decoding->into->constant.indexed = true;
	decoding->into->constant.offset = access->offset = sass_signed_bits(decoding, at, count);
}

/* c[0x2][R0+0x28] */
void
layout_ldc(struct sass_decoding *decoding)
{
	struct sass_access *access = constant_access(decoding, 38, 16);
	address_register(decoding, access, 24, 1);
	index_constant(decoding, access, 38, 16);
	sass_write_register(decoding, 16, sass_width(decoding, WIDTH_SIZE));
}

void
layout_uldc(struct sass_decoding *decoding)
{
	constant_access(decoding, 38, 16);
	if (sass_has_uniform(decoding)) {
		decoding->into->constant.bindless = true;
		sass_read_uniform(decoding, 24, 2);
	}
	sass_write_uniform(decoding, 16, sass_width(decoding, WIDTH_SIZE));
}

static void
uniform_constant(struct sass_decoding *decoding, unsigned at, unsigned count)
{
	struct sass_access *access = constant_access(decoding, at, count);
	address_uniform(decoding, access, 24, 1);
	index_constant(decoding, access, at, count);
	sass_write_uniform(decoding, 16, sass_width(decoding, WIDTH_SIZE));
}

void
layout_uldc_indexed(struct sass_decoding *decoding)
{
	uniform_constant(decoding, 38, 16);
}

/* The offset has one more bit, at the lower end. */
void
layout_ldcu(struct sass_decoding *decoding)
{
	uniform_constant(decoding, 37, 17);
}

/* A copy from global to shared memory: two addresses, each with an offset. Up to sm_90 bits 73 to 75 encode the size
 * as in a load; later bits 74 and 75 do: 4, 8, 16 bytes. */
void
layout_ldgsts(struct sass_decoding *decoding)
{
	struct sass_access *from = sass_add_access(decoding, SASS_GLOBAL), *to = sass_add_access(decoding, SASS_SHARED);
	unsigned bytes =
		decoding->sm < 100 ? sass_access_bytes(decoding, WIDTH_SIZE) : 4u << sass_bits(decoding, 74, 2);
	from->reads = to->writes = true;
	from->bytes = to->bytes = (uint16_t)bytes;
	from->offset = sass_signed_bits(decoding, 32, 12);
	to->offset = sass_signed_bits(decoding, 44, 20);
	address_register(decoding, to, 16, 1);
	address_register(decoding, from, 24, 2);
	sass_read_uniform(decoding, 64, 2);
	sass_predicates(decoding, SASS_PREDICATE);
}

/* An mbarrier, which counts arrivals and bytes. An arrival returns the state (form 4); a test returns a predicate
 * (form 2). */
void
layout_syncs(struct sass_decoding *decoding)
{
	struct sass_access *access = updated(decoding, WIDTH_2, 64);
	bool asks = sass_form(decoding) == 2;
	access->writes = !asks;
	if (!asks)
		sass_write_register(decoding, 16, 2);
	sass_read_register(decoding, 32, 1);
	if (asks)
		sass_predicates(decoding, SASS_PREDICATE);
}

void
layout_syncs_exchange(struct sass_decoding *decoding)
{
	struct sass_access *access = sass_add_access(decoding, SASS_SHARED);
	access->reads = access->writes = true;
	access->bytes = 8;
	access->offset = sass_signed_bits(decoding, 40, 24);
	address_uniform(decoding, access, 24, 1);
	sass_write_uniform(decoding, 16, 2);
	sass_read_uniform(decoding, 32, 2);
}
