#include "model/gpu.h"

#include <ctype.h>
#include <cyaml/cyaml.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <threads.h>

#include "support/allocate.h"
#include "support/embedded.h"

/* The form of the data files. Figures that a file omits are 0. */
struct product {
	char *name, *full_name, *source;
	char **aliases;
	unsigned alias_count;
	unsigned multiprocessors, memory_mib, l2_kib, clock_mhz, memory_clock_mhz, bus_bits, is_integrated;
	double dram_gbs, fp32_tflops;
};

struct capability {
	unsigned major, minor;
};

struct architecture {
	struct capability capability;
	struct gpu limits; /* what all products of the architecture share */
	struct product *products;
	unsigned product_count;
};

#define OPTIONAL (CYAML_FLAG_OPTIONAL)
#define PRODUCT_NUMBER(member) CYAML_FIELD_UINT(#member, OPTIONAL, struct product, member)
#define LIMIT(member) CYAML_FIELD_UINT(#member, CYAML_FLAG_DEFAULT, struct architecture, limits.member)

static const cyaml_schema_value_t alias_schema = {
	CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 0, CYAML_UNLIMITED),
};

static const cyaml_schema_field_t product_fields[] = {
	CYAML_FIELD_STRING_PTR("name", CYAML_FLAG_POINTER, struct product, name, 1, CYAML_UNLIMITED),
	CYAML_FIELD_STRING_PTR("full_name", CYAML_FLAG_POINTER, struct product, full_name, 1, CYAML_UNLIMITED),
	CYAML_FIELD_STRING_PTR("source", CYAML_FLAG_POINTER, struct product, source, 1, CYAML_UNLIMITED),
	CYAML_FIELD_SEQUENCE_COUNT("aliases", CYAML_FLAG_POINTER | OPTIONAL, struct product, aliases, alias_count,
                                   &alias_schema, 0, CYAML_UNLIMITED),
	PRODUCT_NUMBER(multiprocessors),
	PRODUCT_NUMBER(memory_mib),
	PRODUCT_NUMBER(l2_kib),
	PRODUCT_NUMBER(clock_mhz),
	PRODUCT_NUMBER(memory_clock_mhz),
	PRODUCT_NUMBER(bus_bits),
	PRODUCT_NUMBER(is_integrated),
	CYAML_FIELD_FLOAT("dram_gbs", OPTIONAL, struct product, dram_gbs),
	CYAML_FIELD_FLOAT("fp32_tflops", OPTIONAL, struct product, fp32_tflops),
	CYAML_FIELD_END,
};

static const cyaml_schema_value_t product_schema = {
	CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct product, product_fields),
};

static const cyaml_schema_field_t capability_fields[] = {
	CYAML_FIELD_UINT("major", CYAML_FLAG_DEFAULT, struct capability, major),
	CYAML_FIELD_UINT("minor", CYAML_FLAG_DEFAULT, struct capability, minor),
	CYAML_FIELD_END,
};

#define LATENCY(member) CYAML_FIELD_UINT(#member, CYAML_FLAG_DEFAULT, struct gpu_latencies, member)
static const cyaml_schema_field_t latency_fields[] = {
	LATENCY(operands), LATENCY(function), LATENCY(doubles), LATENCY(constant),
	LATENCY(tensor),   LATENCY(shared),   LATENCY(load),    CYAML_FIELD_END,
};

static const cyaml_schema_field_t architecture_fields[] = {
	CYAML_FIELD_MAPPING("compute_capability", CYAML_FLAG_DEFAULT, struct architecture, capability,
                            capability_fields),
	LIMIT(max_threads_per_sm),
	LIMIT(max_blocks_per_sm),
	LIMIT(registers_per_sm),
	LIMIT(max_registers_per_block),
	LIMIT(max_registers_per_thread),
	LIMIT(register_unit),
	LIMIT(warp_unit),
	LIMIT(shared_per_sm),
	LIMIT(shared_per_block),
	LIMIT(shared_per_block_optin),
	LIMIT(shared_reserved),
	LIMIT(shared_unit),
	LIMIT(max_barriers_per_sm),
	LIMIT(doubles_per_clock),
	LIMIT(shared_bytes_per_clock),
	LIMIT(l2_slice_bytes),
	LIMIT(l2_is_split),
	LIMIT(l2_cycles),
	CYAML_FIELD_MAPPING("latencies", CYAML_FLAG_DEFAULT, struct architecture, limits.latencies, latency_fields),
	CYAML_FIELD_SEQUENCE_COUNT("gpus", CYAML_FLAG_POINTER, struct architecture, products, product_count,
                                   &product_schema, 1, CYAML_UNLIMITED),
	CYAML_FIELD_END,
};

static const cyaml_schema_value_t architecture_schema = {
	CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct architecture, architecture_fields),
};

/* Filled once, constant afterwards. */
struct entry {
	struct gpu gpu;
	const struct product *product; /* one of its products */
};

static struct {
	once_flag once;
	struct entry *entries;
	size_t count, capacity;
} table = {.once = ONCE_FLAG_INIT};

static struct gpu
make_gpu(const struct architecture *architecture, const struct product *product)
{
	struct gpu gpu = architecture->limits;

	gpu.name = product->name;
	gpu.full_name = product->full_name;
	gpu.source = product->source;
	gpu.major = architecture->capability.major;
	gpu.minor = architecture->capability.minor;
	gpu.max_warps_per_sm = gpu.max_threads_per_sm / 32;
	gpu.multiprocessors = product->multiprocessors;
	gpu.memory_bytes = (uint64_t)product->memory_mib << 20;
	gpu.l2_bytes = (uint64_t)product->l2_kib << 10;
	gpu.clock_ghz = product->clock_mhz / 1e3;
	gpu.memory_clock_ghz = product->memory_clock_mhz / 1e3;
	gpu.bus_bits = product->bus_bits;
	gpu.is_integrated = product->is_integrated;
	gpu.dram_gbs = product->dram_gbs;
	gpu.fp32_tflops = product->fp32_tflops;
	return gpu;
}

static int
compare_entries(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;
	const unsigned first = a->gpu.major * 10 + a->gpu.minor, second = b->gpu.major * 10 + b->gpu.minor;

	if (first != second)
		return first < second ? -1 : 1;
	/* The products of one file form one array, so this keeps the file's order. */
	return a->product < b->product ? -1 : a->product > b->product;
}

static void
load_table(void)
{
	const cyaml_config_t config = {.mem_fn = cyaml_mem, .log_level = CYAML_LOG_ERROR};

	for (const struct embedded_file *file = embedded_gpus; file->name; file++) {
		struct architecture *architecture;
		/* A file that violates the schema is a bug in gpulint's data; the tests detect it. */
		if (cyaml_load_data((const uint8_t *)file->text, file->length, &config, &architecture_schema,
		                    (cyaml_data_t **)&architecture, NULL) != CYAML_OK)
			continue;
		for (unsigned i = 0; i < architecture->product_count; i++) {
			const struct product *product = &architecture->products[i];
			const struct entry entry = {make_gpu(architecture, product), product};
			memory_push(table.entries, table.count, table.capacity, entry);
		}
		/* The table keeps the products. */
		cyaml_mem(NULL, architecture, 0);
	}
	if (table.count)
		qsort(table.entries, table.count, sizeof *table.entries, compare_entries);
}

/* The next significant character of a name: "RTX-4090" and "rtx4090" are equal. */
static int
next_letter(const char **text)
{
	while (**text == ' ' || **text == '-' || **text == '_')
		(*text)++;
	return tolower((unsigned char)**text);
}

static const char *
skip_brand(const char *name)
{
	static const char *const brands[] = {"nvidia", "geforce", "tesla"};

	for (size_t i = 0; i < sizeof brands / sizeof *brands; i++) {
		const size_t length = strlen(brands[i]);
		if (!strncasecmp(name, brands[i], length) && (name[length] == ' ' || name[length] == '-'))
			name += length + 1;
	}
	return name;
}

static bool
same_name(const char *left, const char *right)
{
	left = skip_brand(left);
	right = skip_brand(right);
	for (;; left++, right++) {
		const int a = next_letter(&left), b = next_letter(&right);
		if (a != b)
			return false;
		if (!a)
			return true;
	}
}

static bool
has_name(const struct entry *entry, const char *name)
{
	if (same_name(entry->gpu.name, name) || same_name(entry->gpu.full_name, name))
		return true;
	for (unsigned i = 0; i < entry->product->alias_count; i++)
		if (same_name(entry->product->aliases[i], name))
			return true;
	return false;
}

/* 90 for "sm_90", "sm_90a", "compute_90", "90" and "9.0"; 0 if the text is no architecture. */
static unsigned
architecture_number(const char *text)
{
	static const char *const prefixes[] = {"sm_", "compute_", "sm", ""};
	size_t i = 0;

	while (strncasecmp(text, prefixes[i], strlen(prefixes[i])))
		i++;
	text += strlen(prefixes[i]);

	unsigned number = 0, digits = 0, dots = 0;
	for (; isdigit((unsigned char)*text) || (*text == '.' && digits && isdigit((unsigned char)text[1])); text++) {
		if (*text == '.') {
			dots++;
			continue;
		}
		number = number * 10 + (unsigned)(*text - '0');
		digits++;
	}
	/* Code for one architecture only (sm_90a) or for its family (sm_100f) runs on the same GPUs. */
	if (digits && (*text == 'a' || *text == 'f'))
		text++;
	return *text || digits > 4 || dots > 1 ? 0 : number;
}

const struct gpu *
gpu_find(const char *name_or_arch)
{
	call_once(&table.once, load_table);
	for (size_t i = 0; i < table.count; i++)
		if (has_name(&table.entries[i], name_or_arch))
			return &table.entries[i].gpu;

	const unsigned number = architecture_number(name_or_arch);
	for (size_t i = 0; number && i < table.count; i++)
		if (table.entries[i].gpu.major * 10 + table.entries[i].gpu.minor == number)
			return &table.entries[i].gpu;
	return NULL;
}

const char *
gpu_short_name(const char *name)
{
	const struct gpu *gpu = gpu_find(name);
	return gpu ? gpu->name : name;
}

bool
gpu_is_same(const char *name, const char *other)
{
	const struct gpu *gpu = gpu_find(name);
	return same_name(name, other) || (gpu && gpu == gpu_find(other));
}

const struct gpu *
gpu_at(size_t index)
{
	call_once(&table.once, load_table);
	return index < table.count ? &table.entries[index].gpu : NULL;
}

double
gpu_l2_kept(double l2_bytes)
{
	static const double l2_kept_share = 0.6;
	return l2_kept_share * l2_bytes;
}

/* Stacked memory has a bus of 1024 bits per stack, and every GPU with it has at least two stacks. Other memory has a
 * bus of at most 512 bits. */
enum { HBM_BITS = 2048, HBM_SLICE_BITS = 64, OTHER_SLICE_BITS = 8 };

bool
gpu_has_stacked_memory(const struct gpu *gpu)
{
	return gpu->bus_bits >= HBM_BITS;
}

unsigned
gpu_l2_slices(const struct gpu *gpu)
{
	return gpu->bus_bits / (gpu_has_stacked_memory(gpu) ? HBM_SLICE_BITS : OTHER_SLICE_BITS);
}

/* Copies figures from `other` where they are 0. */
static void
fill_in(struct gpu *gpu, const struct gpu *other)
{
	gpu->multiprocessors = gpu->multiprocessors ? gpu->multiprocessors : other->multiprocessors;
	gpu->l2_bytes = gpu->l2_bytes ? gpu->l2_bytes : other->l2_bytes;
	gpu->clock_ghz = gpu->clock_ghz > 0 ? gpu->clock_ghz : other->clock_ghz;
	gpu->bus_bits = gpu->bus_bits ? gpu->bus_bits : other->bus_bits;
	gpu->dram_gbs = gpu->dram_gbs > 0 ? gpu->dram_gbs : other->dram_gbs;
}

struct gpu
gpu_completed(const struct gpu *gpu)
{
	struct gpu completed = *gpu;
	for (size_t i = 0; i < table.count; i++)
		if (table.entries[i].gpu.major == gpu->major)
			fill_in(&completed, &table.entries[i].gpu);
	return completed;
}
