#include "codegen/execute/external.h"
#include "codegen/execute/kernel.h"

#include <string.h>

/* ---- external functions of the module ---- */

static bool
is_own_function(const Elf64_Sym *symbol)
{
	return ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx != SHN_UNDEF;
}

/* Debug information also names functions, but nothing calls them through it. */
static bool
is_of_code(const char *name)
{
	return !strstr(name, "debug");
}

static bool
relocates_by_own_function(const struct cubin *cubin, const Elf64_Shdr *section)
{
	const size_t size = section->sh_type == SHT_RELA ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
	struct bytes left = cubin_contents(cubin, section);
	while ((size_t)(left.end - left.next) >= size) {
		bytes_take(&left, 8);
		const uint64_t info = bytes_take(&left, 8);
		bytes_take_part(&left, size - 16);
		Elf64_Sym symbol;
		if (!cubin_symbol(cubin, ELF64_R_SYM(info), &symbol) || is_own_function(&symbol))
			return true;
	}
	return false;
}

bool
external_is_all(const struct cubin *cubin)
{
	for (size_t i = 1;; i++) {
		const Elf64_Shdr section = cubin_section(cubin, i);
		if (section.sh_type == SHT_NULL)
			return true;
		if ((section.sh_type == SHT_RELA || section.sh_type == SHT_REL) &&
		    is_of_code(cubin_section_name(cubin, &section)) && relocates_by_own_function(cubin, &section))
			return false;
	}
}

/* ---- a call ---- */

/* Registers for arguments, results and the return address. After a call, no code reads the other registers that the
 * function does not preserve. */
enum { FIRST_RESULT = 3, LAST_RESULT = 15, RETURN_ADDRESS = 20 };

static bool
may_be_result(unsigned number)
{
	return (number >= FIRST_RESULT && number <= LAST_RESULT) || number == 0 || number == RETURN_ADDRESS ||
	       number == RETURN_ADDRESS + 1;
}

static const char *
function_at(const struct execute_kernel *kernel, uint64_t address)
{
	for (size_t i = 0; i < kernel->held_variable_count; i++)
		if (kernel->held_variables[i].is_external && kernel->held_variables[i].address == address)
			return kernel->held_variables[i].name;
	return NULL;
}

/* Functions that store nothing that the program can read. */
static bool
stores_nothing(const char *name)
{
	static const char *const names[] = {"vprintf", "malloc", "free", "__assertfail"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static void
forget_registers(struct warp *warp, uint32_t lanes)
{
	for (unsigned i = 0; i < SASS_RZ; i++)
		if (may_be_result(i))
			put_unknown(warp, WORD_REGISTER + i, lanes);
}

bool
external_call(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	uint32_t low, high;
	if (operation->form != 1 || !one_value(word(warp, operation->target), lanes, &low) ||
	    !one_value(upper_word(warp, operation->target), lanes, &high))
		return false;
	const char *name = function_at(warp->run->kernel, low | (uint64_t)high << 32);
	if (!name)
		return false;
	forget_registers(warp, lanes);
	if (!stores_nothing(name))
		forget_spaces(warp, 1u << SASS_GLOBAL, lanes);
	return true;
}

void
external_note_call(struct region *region)
{
	for (unsigned i = 0; i < SASS_RZ; i++)
		region->written[SASS_GPR][i] |= may_be_result(i);
	region->accesses = true;
	region->stored |= 1u << SASS_GLOBAL;
}
