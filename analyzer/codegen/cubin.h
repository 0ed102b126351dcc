/* A compiled module: an ELF file. This reads the parts that CUDA's own libraries do not expose. Reads past the end
 * give zeroes. */
#ifndef GPULINT_CODEGEN_CUBIN_H
#define GPULINT_CODEGEN_CUBIN_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cubin {
	const uint8_t *bytes;
	size_t size;
};

/* A reader of the bytes that are left. A read past the end gives zeroes and sets `failed`. */
struct bytes {
	const uint8_t *next, *end;
	bool failed;
};

/* Up to 8 bytes, little endian. */
uint64_t bytes_take(struct bytes *bytes, size_t size);
/* A NUL-terminated text; "": there is none. */
const char *bytes_take_text(struct bytes *bytes);
struct bytes bytes_take_part(struct bytes *bytes, uint64_t size);
/* The text that begins `at` bytes from here. */
const char *bytes_text_at(struct bytes texts, uint64_t at);

/* If the bytes are not an ELF file, all sections are empty. */
Elf64_Shdr cubin_section(const struct cubin *cubin, size_t number);
Elf64_Shdr cubin_section_named(const struct cubin *cubin, const char *name);
const char *cubin_section_name(const struct cubin *cubin, const Elf64_Shdr *section);
struct bytes cubin_contents(const struct cubin *cubin, const Elf64_Shdr *section);

/* The symbol with this number; false: there is none. */
bool cubin_symbol(const struct cubin *cubin, size_t number, Elf64_Sym *symbol);

/* Calls back for each variable in global memory that kernels can write, including string literals. Names are owned
 * by the cubin. */
void cubin_variables(const struct cubin *cubin, void (*report)(void *context, const char *name), void *context);

#endif
