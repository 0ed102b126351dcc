/* Prints the decoder's output for a compiled module, for tests/sass/decode.py to compare:
 *
 *     dump_sass CUBIN SM
 *
 * A line for each section, "section .text.NAME", then one for each instruction, with fields separated by blanks: pc,
 * mnemonic, guard, kind, memory accesses, constant, target, flags of control flow, registers written, registers
 * read. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/sass/sass.h"
#include "codegen/cubin.h"
#include "support/arena.h"

static const char *const banks[] = {"R", "UR", "P", "UP"};
static const char *const spaces[] = {"none", "generic", "global", "shared", "local", "constant", "texture", "tensor"};

static void
print_registers(char label, const struct sass_registers *list, size_t count)
{
	printf(" %c=", label);
	for (size_t i = 0; i < count; i++)
		printf("%s%s%u:%u", i ? "," : "", banks[list[i].bank], list[i].first, list[i].count);
}

static void
print_access(const struct sass_access *access)
{
	printf(" m=%s:%s%s:%u:R%u*%u.%u:UR%u.%u:%" PRId32, spaces[access->space], access->reads ? "r" : "",
	       access->writes ? "w" : "", access->bytes, access->address, access->scale, access->address_registers,
	       access->uniform, access->uniform_registers, access->offset);
}

static void
print_guard(const struct sass_guard *guard)
{
	printf(" @%s%s%u", guard->negated ? "!" : "", guard->uniform ? "UP" : "P", guard->predicate);
}

static void
print_instruction(const struct sass_instruction *in)
{
	printf("%" PRIx32 " %s", in->pc, sass_mnemonic(in->opcode));
	print_guard(&in->guard);
	printf(" k=%u", in->kind);
	for (size_t i = 0; i < in->access_count; i++)
		print_access(&in->accesses[i]);
	if (in->constant.present)
		printf(" c=%u:%" PRId32 "%s%s", in->constant.bank, in->constant.offset,
		       in->constant.indexed ? ":indexed" : "", in->constant.bindless ? ":bindless" : "");
	if (in->control.target != SASS_NO_TARGET)
		printf(" t=%" PRId64, in->control.target);
	printf(" f=%d%d%u%u", in->control.conditional, in->control.warp_uniform, in->control.convergence,
	       in->control.barrier);
	print_registers('w', in->writes, in->write_count);
	print_registers('r', in->reads, in->read_count);
	putchar('\n');
}

static bool
print_section(const struct cubin *cubin, const Elf64_Shdr *section, unsigned sm)
{
	struct arena arena = {0};
	struct sass_code code;
	struct bytes bytes = cubin_contents(cubin, section);
	bool decoded = sass_decode(&code, bytes.next, (size_t)(bytes.end - bytes.next), sm, &arena);
	printf("section %s\n", cubin_section_name(cubin, section));
	for (size_t i = 0; i < code.count; i++)
		print_instruction(&code.instructions[i]);
	arena_free(&arena);
	return decoded;
}

static uint8_t *
read_file(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	if (!file)
		return NULL;
	fseek(file, 0, SEEK_END);
	*size = (size_t)ftell(file);
	rewind(file);
	uint8_t *bytes = malloc(*size + 1);
	if (bytes && fread(bytes, 1, *size, file) != *size)
		*size = 0;
	fclose(file);
	return bytes;
}

int
main(int argc, char **argv)
{
	struct cubin cubin = {0};
	if (argc != 3 || !(cubin.bytes = read_file(argv[1], &cubin.size)))
		return 2;
	unsigned sections = 0, sm = (unsigned)strtoul(argv[2], NULL, 10);
	for (size_t i = 0; i < 65536; i++) {
		Elf64_Shdr section = cubin_section(&cubin, i);
		if (section.sh_type == SHT_PROGBITS && !strncmp(cubin_section_name(&cubin, &section), ".text.", 6))
			sections += print_section(&cubin, &section, sm);
	}
	free((void *)cubin.bytes);
	return sections ? 0 : 1;
}
