#include "codegen/cubin.h"

#include <string.h>

uint64_t
bytes_take(struct bytes *bytes, size_t size)
{
	uint64_t value = 0;
	if ((size_t)(bytes->end - bytes->next) < size) {
		bytes->failed = true;
		bytes->next = bytes->end;
		return 0;
	}
	for (size_t i = 0; i < size; i++)
		value |= (uint64_t)bytes->next[i] << 8 * i;
	bytes->next += size;
	return value;
}

const char *
bytes_take_text(struct bytes *bytes)
{
	const size_t left = (size_t)(bytes->end - bytes->next);
	const uint8_t *end = left ? memchr(bytes->next, 0, left) : NULL;
	const char *text = (const char *)bytes->next;
	if (!end) {
		bytes->failed = true;
		return "";
	}
	bytes->next = end + 1;
	return text;
}

struct bytes
bytes_take_part(struct bytes *bytes, uint64_t size)
{
	const uint64_t left = (uint64_t)(bytes->end - bytes->next), taken = size < left ? size : left;
	const struct bytes part = {bytes->next, bytes->next + taken, false};
	bytes->failed |= size > left;
	bytes->next += taken;
	return part;
}

const char *
bytes_text_at(struct bytes texts, uint64_t at)
{
	bytes_take_part(&texts, at);
	return bytes_take_text(&texts);
}

/* ---- sections ---------------------------------------------------------------------------------------------------- */

static Elf64_Ehdr
header_of(const struct cubin *cubin)
{
	Elf64_Ehdr header = {0};
	if (cubin->size >= sizeof header && memcmp(cubin->bytes, ELFMAG, SELFMAG) == 0 &&
	    cubin->bytes[EI_CLASS] == ELFCLASS64)
		memcpy(&header, cubin->bytes, sizeof header);
	return header;
}

static Elf64_Shdr
section_of(const struct cubin *cubin, const Elf64_Ehdr *header, size_t number)
{
	Elf64_Shdr section = {0};
	const uint64_t at = header->e_shoff + number * sizeof section;
	if (number < header->e_shnum && at <= cubin->size && cubin->size - at >= sizeof section)
		memcpy(&section, cubin->bytes + at, sizeof section);
	return section;
}

Elf64_Shdr
cubin_section(const struct cubin *cubin, size_t number)
{
	const Elf64_Ehdr header = header_of(cubin);
	return section_of(cubin, &header, number);
}

struct bytes
cubin_contents(const struct cubin *cubin, const Elf64_Shdr *section)
{
	struct bytes all = {cubin->bytes, cubin->bytes + cubin->size, false};
	bytes_take_part(&all, section->sh_offset);
	return bytes_take_part(&all, section->sh_size);
}

const char *
cubin_section_name(const struct cubin *cubin, const Elf64_Shdr *section)
{
	const Elf64_Shdr names = cubin_section(cubin, header_of(cubin).e_shstrndx);
	return bytes_text_at(cubin_contents(cubin, &names), section->sh_name);
}

/* Compares names in place, because a module of many kernels has thousands of sections, and each kernel looks up
 * dozens. */
Elf64_Shdr
cubin_section_named(const struct cubin *cubin, const char *name)
{
	const Elf64_Ehdr header = header_of(cubin);
	const Elf64_Shdr table = section_of(cubin, &header, header.e_shstrndx);
	const struct bytes names = cubin_contents(cubin, &table);
	const size_t length = (size_t)(names.end - names.next), size = strlen(name) + 1;
	for (size_t i = 1; i < header.e_shnum && size <= length; i++) {
		const Elf64_Shdr section = section_of(cubin, &header, i);
		if (section.sh_name <= length - size && memcmp(names.next + section.sh_name, name, size) == 0)
			return section;
	}
	return (Elf64_Shdr){0};
}

bool
cubin_symbol(const struct cubin *cubin, size_t number, Elf64_Sym *symbol)
{
	const Elf64_Shdr table = cubin_section_named(cubin, ".symtab");
	struct bytes left = cubin_contents(cubin, &table);
	bytes_take_part(&left, (uint64_t)number * sizeof *symbol);
	if ((size_t)(left.end - left.next) < sizeof *symbol)
		return false;
	memcpy(symbol, left.next, sizeof *symbol);
	return true;
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

void
cubin_variables(const struct cubin *cubin, void (*report)(void *context, const char *name), void *context)
{
	const Elf64_Shdr table = cubin_section_named(cubin, ".symtab"), names = cubin_section(cubin, table.sh_link);
	struct bytes left = cubin_contents(cubin, &table);
	Elf64_Sym symbol;
	while ((size_t)(left.end - left.next) >= sizeof symbol) {
		const struct bytes part = bytes_take_part(&left, sizeof symbol);
		memcpy(&symbol, part.next, sizeof symbol);
		const Elf64_Shdr section = cubin_section(cubin, symbol.st_shndx);
		const char *holder = cubin_section_name(cubin, &section),
			   *name = bytes_text_at(cubin_contents(cubin, &names), symbol.st_name);
		if (ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && *name &&
		    (strcmp(holder, ".nv.global") == 0 || strcmp(holder, ".nv.global.init") == 0))
			report(context, name);
	}
}
