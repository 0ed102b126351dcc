/* Reads a kernel from its cubin: code, parameters, and contents of the constant banks. */
#include "codegen/execute/kernel.h"
#include "codegen/execute/external.h"
#include "codegen/execute/run_state.h"
#include "codegen/execute/region.h"
#include "codegen/execute/unknown.h"
#include "support/allocate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- sections ---- */

static struct bytes
section_of(struct execute_kernel *kernel, const char *prefix)
{
	char *name = arena_printf(&kernel->arena, "%s%s", prefix, kernel->name);
	const Elf64_Shdr section = cubin_section_named(kernel->cubin, name);
	return section.sh_type == SHT_NOBITS ? (struct bytes){0} : cubin_contents(kernel->cubin, &section);
}

/* Up to sm_90 the flags' lowest byte is the architecture; later it is the second byte. */
static unsigned
architecture(const struct cubin *cubin)
{
	Elf64_Ehdr header;
	if (cubin->size < sizeof header)
		return 0;
	memcpy(&header, cubin->bytes, sizeof header);
	const unsigned low = header.e_flags & 0xff, second = header.e_flags >> 8 & 0xff;
	return header.e_ident[EI_ABIVERSION] >= 8 ? second : low;
}

/* ---- parameters ---- */

enum { FORMAT_NONE = 1, FORMAT_BYTE, FORMAT_HALF, FORMAT_SIZED };
enum { ATTRIBUTE_PARAM_CBANK = 0x0a, ATTRIBUTE_KPARAM_INFO = 0x17, ATTRIBUTE_KPARAM_INFO_V2 = 0x45 };

/* A symbol, the offset in bank 0, and the size. */
static void
read_parameter_bank(struct execute_kernel *kernel, struct bytes value)
{
	bytes_take(&value, 4);
	kernel->parameter_base = (uint32_t)bytes_take(&value, 2);
	kernel->parameter_bytes = (uint32_t)bytes_take(&value, 2);
}

/* A number, the ordinal, the offset, and the size: in 14 bits from bit 18 on, or for kernels with large parameters
 * as a word. */
static void
read_parameter(struct execute_kernel *kernel, struct bytes value, unsigned attribute)
{
	bytes_take(&value, 4);
	const unsigned number = (unsigned)bytes_take(&value, 2);
	const uint32_t offset = (uint32_t)bytes_take(&value, 2), size = (uint32_t)bytes_take(&value, 4);
	const struct parameter parameter = {number, offset, attribute == ATTRIBUTE_KPARAM_INFO_V2 ? size : size >> 18};
	if (!value.failed)
		memory_push(kernel->parameters, kernel->parameter_count, kernel->parameter_capacity, parameter);
}

static void
read_information(struct execute_kernel *kernel)
{
	struct bytes left = section_of(kernel, ".nv.info.");
	while (left.next && left.next < left.end) {
		const unsigned format = (unsigned)bytes_take(&left, 1), attribute = (unsigned)bytes_take(&left, 1),
			       size = (unsigned)bytes_take(&left, 2);
		if (format != FORMAT_SIZED)
			continue;
		const struct bytes value = bytes_take_part(&left, size);
		if (attribute == ATTRIBUTE_PARAM_CBANK)
			read_parameter_bank(kernel, value);
		else if (attribute == ATTRIBUTE_KPARAM_INFO || attribute == ATTRIBUTE_KPARAM_INFO_V2)
			read_parameter(kernel, value, attribute);
	}
}

size_t
execute_parameter_bytes(const struct execute_kernel *kernel)
{
	return kernel->parameter_bytes;
}

bool
execute_parameter(const struct execute_kernel *kernel, unsigned number, size_t *offset, size_t *size)
{
	for (size_t i = 0; i < kernel->parameter_count; i++) {
		if (kernel->parameters[i].number != number)
			continue;
		*offset = kernel->parameters[i].offset;
		*size = kernel->parameters[i].size;
		return true;
	}
	return false;
}

/* Bytes of a constant operand: one word, or for doubles and accumulators two at a multiple of 8. */
static unsigned
constant_bytes(const struct sass_instruction *instruction)
{
	for (unsigned i = 0; i < sass_access_count(instruction); i++)
		if (instruction->accesses[i].space == SASS_CONSTANT)
			return instruction->accesses[i].bytes;
	const bool may_be_wide = instruction->pipe == SASS_PIPE_FP64 || instruction->opcode == SASS_OP_IMAD ||
	                         instruction->opcode == SASS_OP_UIMAD;
	return may_be_wide && instruction->constant.offset % 8 == 0 ? 8 : 4;
}

bool
kernel_reads_parameter(const struct execute_kernel *kernel, const struct sass_instruction *instruction, size_t offset,
                       const uint8_t *marks, size_t size)
{
	const struct sass_constant *constant = &instruction->constant;
	if (!constant->present || (constant->bank && !constant->bindless))
		return false;
	if (constant->indexed || constant->bindless)
		return true;
	const int64_t first = constant->offset - (int64_t)(kernel->parameter_base + offset),
		      end = first + constant_bytes(instruction);
	for (int64_t i = first < 0 ? 0 : first; i < end && i < (int64_t)size; i++)
		if (marks[i])
			return true;
	return false;
}

bool
execute_reads_parameter(const struct execute_kernel *kernel, size_t offset, const uint8_t *marks, size_t size)
{
	bool reads = false;
	for (size_t i = 0; i < kernel->code.count && !reads; i++)
		reads = kernel_reads_parameter(kernel, &kernel->code.instructions[i], offset, marks, size);
	return reads;
}

/* ---- constant banks ---- */

/* Variables in constant memory; the host may have changed them. */
enum { BANK_PARAMETERS = 0, BANK_VARIABLES = 3 };

static bool
is_external(const Elf64_Sym *symbol)
{
	return ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx == SHN_UNDEF;
}

/* Each variable gets an address in a separate, assumed gigabyte, from its section and offset in the file. An
 * external function gets one from its symbol number. */
static uint64_t
address_of_symbol(const Elf64_Sym *symbol, size_t number)
{
	enum { FUNCTION_BYTES = 16 };
	return ((uint64_t)1 << 62) + ((uint64_t)symbol->st_shndx << 36) +
	       (is_external(symbol) ? FUNCTION_BYTES * (uint64_t)number : symbol->st_value);
}

static const char *
name_of_symbol(const struct cubin *cubin, const Elf64_Sym *symbol)
{
	const Elf64_Shdr table = cubin_section_named(cubin, ".symtab"), names = cubin_section(cubin, table.sh_link);
	return bytes_text_at(cubin_contents(cubin, &names), symbol->st_name);
}

static void
patch(struct bank *bank, uint64_t at, uint64_t value)
{
	for (unsigned i = 0; i < 8 && at < bank->size && at + i < bank->size; i++)
		bank->bytes[at + i] = (uint8_t)(value >> 8 * i);
}

/* Relocations of 64-bit addresses in constant banks. */
enum { RELOCATION_ADDRESS = 2 };

static void
relocate(struct execute_kernel *kernel, struct bank *bank, const char *name, bool with_addend)
{
	char *full = arena_printf(&kernel->arena, "%s%s", with_addend ? ".rela" : ".rel", name);
	const Elf64_Shdr section = cubin_section_named(kernel->cubin, full);
	struct bytes left = cubin_contents(kernel->cubin, &section);
	while ((size_t)(left.end - left.next) >= (with_addend ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel))) {
		const uint64_t at = bytes_take(&left, 8), info = bytes_take(&left, 8),
			       addend = with_addend ? bytes_take(&left, 8) : 0;
		Elf64_Sym symbol;
		if (ELF64_R_TYPE(info) != RELOCATION_ADDRESS ||
		    !cubin_symbol(kernel->cubin, ELF64_R_SYM(info), &symbol))
			continue;
		const struct held_variable held = {name_of_symbol(kernel->cubin, &symbol),
		                                   bank,
		                                   at,
		                                   addend,
		                                   address_of_symbol(&symbol, ELF64_R_SYM(info)),
		                                   is_external(&symbol)};
		memory_push(kernel->held_variables, kernel->held_variable_count, kernel->held_variable_capacity, held);
		patch(bank, at, held.address + addend);
	}
}

enum { MOST_BANK = 1 << 16 };

static void
read_bank(struct execute_kernel *kernel, unsigned number, const Elf64_Shdr *section, const char *name)
{
	struct bank *bank = &kernel->banks[number];
	const struct bytes contents = cubin_contents(kernel->cubin, section);
	const bool is_empty = section->sh_type == SHT_NOBITS;
	if (bank->bytes ||
	    (is_empty ? !section->sh_size || section->sh_size > MOST_BANK : contents.next == contents.end))
		return;
	bank->size = is_empty ? section->sh_size : (size_t)(contents.end - contents.next);
	bank->bytes = arena_new_array(&kernel->arena, uint8_t, bank->size);
	if (!is_empty)
		memcpy(bank->bytes, contents.next, bank->size);
	relocate(kernel, bank, name, true);
	relocate(kernel, bank, name, false);
}

/* ".nv.constant3" followed by `suffix`. False: no constant bank. */
static bool
is_bank(const char *name, const char *suffix, unsigned *number)
{
	static const char prefix[] = ".nv.constant";
	const size_t length = sizeof prefix - 1;
	char *end;
	if (strncmp(name, prefix, length) != 0 || name[length] < '0' || name[length] > '9')
		return false;
	const unsigned long value = strtoul(name + length, &end, 10);
	*number = (unsigned)value;
	return value < BANKS && strcmp(end, suffix) == 0;
}

static void
read_banks_of(struct execute_kernel *kernel, const char *suffix)
{
	for (size_t i = 1;; i++) {
		const Elf64_Shdr section = cubin_section(kernel->cubin, i);
		const char *name = cubin_section_name(kernel->cubin, &section);
		unsigned number;
		if (section.sh_type == SHT_NULL)
			return;
		if (is_bank(name, suffix, &number))
			read_bank(kernel, number, &section, name);
	}
}

/* Reads the kernel's own banks, and those of the whole module. */
static void
read_banks(struct execute_kernel *kernel)
{
	read_banks_of(kernel, arena_printf(&kernel->arena, ".%s", kernel->name));
	read_banks_of(kernel, "");
	kernel->variables_known = arena_new_array(&kernel->arena, bool, kernel->banks[BANK_VARIABLES].size + 1);
}

/* Reads the variables in constant memory. */
static void
read_variables(struct execute_kernel *kernel)
{
	const struct cubin *cubin = kernel->cubin;
	Elf64_Sym symbol;
	for (size_t i = 0; kernel->banks[BANK_VARIABLES].size && cubin_symbol(cubin, i, &symbol); i++) {
		const Elf64_Shdr section = cubin_section(cubin, symbol.st_shndx);
		const struct constant_variable variable = {name_of_symbol(cubin, &symbol), symbol.st_value,
		                                           symbol.st_size};
		if (ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT &&
		    strcmp(cubin_section_name(cubin, &section), ".nv.constant3") == 0)
			memory_push(kernel->constant_variables, kernel->constant_variable_count,
			            kernel->constant_variable_capacity, variable);
	}
}

void
execute_move_variable(struct execute_kernel *kernel, const char *name, uint64_t address)
{
	for (size_t i = 0; i < kernel->held_variable_count; i++) {
		const struct held_variable *held = &kernel->held_variables[i];
		if (strcmp(held->name, name) == 0)
			patch(held->bank, held->at, address + held->addend);
	}
}

void
execute_fill_variable(struct execute_kernel *kernel, const char *name, uint64_t offset, uint64_t size,
                      const uint8_t *bytes, uint8_t fill)
{
	const struct bank *bank = &kernel->banks[BANK_VARIABLES];
	for (size_t i = 0; i < kernel->constant_variable_count; i++) {
		const struct constant_variable *variable = &kernel->constant_variables[i];
		if (strcmp(variable->name, name) != 0 || offset > variable->size || variable->offset > bank->size)
			continue;
		const uint64_t room = variable->size - offset, at = variable->offset + offset;
		for (uint64_t n = 0; n < size && n < room && at + n < bank->size; n++) {
			bank->bytes[at + n] = bytes ? bytes[n] : fill;
			kernel->variables_known[at + n] = true;
		}
	}
}

void
execute_forget_variables(struct execute_kernel *kernel)
{
	for (size_t i = 0; i < kernel->held_variable_count; i++) {
		const struct held_variable *held = &kernel->held_variables[i];
		patch(held->bank, held->at, held->address + held->addend);
	}
	memset(kernel->variables_known, 0, kernel->banks[BANK_VARIABLES].size);
}

/* Offsets of the driver's values in bank 0, below the parameters: block size, grid size, and the end of the stack. */
struct driver_constants {
	uint16_t block, grid, stack;
};

static struct driver_constants
driver_constants(unsigned sm)
{
	return sm >= 100 ? (struct driver_constants){0x360, 0x370, 0x37c} : (struct driver_constants){0x0, 0xc, 0x28};
}

enum { STACK_END = 0xfffd00 };

static bool
driver_word(const struct execute_run *run, int64_t offset, uint32_t *value)
{
	const struct driver_constants at = driver_constants(execute_code(run->kernel)->sm);
	if (offset >= at.block && offset < at.block + 12 && !(offset & 3))
		*value = run->launch->block[(offset - at.block) / 4];
	else if (offset >= at.grid && offset < at.grid + 12 && !(offset & 3))
		*value = run->launch->grid[(offset - at.grid) / 4];
	else if (offset == at.stack)
		*value = STACK_END;
	else
		return false;
	return true;
}

static bool
load_parameter(const struct execute_launch *launch, uint64_t at, unsigned bytes, uint32_t *value)
{
	static const uint8_t all_known[] = {1, 1, 1, 1};
	if (at > launch->parameter_bytes || launch->parameter_bytes - at < bytes ||
	    (launch->parameters_known && memcmp(launch->parameters_known + at, all_known, bytes) != 0))
		return false;
	memcpy(value, launch->parameters + at, bytes);
	return true;
}

bool
constant_load(const struct execute_run *run, unsigned bank, int64_t offset, unsigned bytes, uint32_t *value)
{
	const struct execute_kernel *kernel = run->kernel;
	*value = 0;
	if (bank >= BANKS || offset < 0)
		return false;
	/* A kernel without parameters does not declare where they begin. */
	if (bank == BANK_PARAMETERS && kernel->parameter_bytes && offset >= kernel->parameter_base)
		return load_parameter(run->launch, (uint64_t)offset - kernel->parameter_base, bytes, value);
	if (bank == BANK_PARAMETERS)
		return bytes == 4 && driver_word(run, offset, value);
	const struct bank *from = &kernel->banks[bank];
	if ((uint64_t)offset > from->size || from->size - (uint64_t)offset < bytes)
		return false;
	for (unsigned i = 0; i < bytes; i++) {
		if (bank == BANK_VARIABLES && !kernel->variables_known[offset + i])
			return false;
		*value |= (uint32_t)from->bytes[offset + i] << 8 * i;
	}
	return true;
}

/* ---- opening ---- */

static bool
calls_by_register(const struct sass_code *code)
{
	bool some = false;
	for (size_t i = 0; i < code->count && !some; i++)
		some = code->instructions[i].kind == SASS_CALL_INDIRECT;
	return some;
}

static void
find_flow(struct execute_kernel *kernel)
{
	const struct bytes information = section_of(kernel, ".nv.info.");
	struct sass_flow_hints hints = {0};
	if (information.next)
		sass_jumps(&hints, information.next, (size_t)(information.end - information.next), &kernel->arena);
	sass_flow_build(&kernel->flow, &kernel->code, &hints, &kernel->arena);
	kernel->calls_external = calls_by_register(&kernel->code) && external_is_all(kernel->cubin);
	kernel->demand = find_demand(&kernel->code, &kernel->flow, &kernel->arena);
	kernel->post_dominators = find_post_dominators(&kernel->code, &kernel->flow, &kernel->arena);
	kernel->unknown_operations = find_unknown_operations(&kernel->code, &kernel->flow, &kernel->demand,
	                                                     kernel->post_dominators, &kernel->arena);
}

struct execute_kernel *
execute_open(const struct cubin *cubin, const char *name)
{
	struct execute_kernel *kernel = memory_zeroed(1, sizeof *kernel);
	kernel->cubin = cubin;
	kernel->name = arena_strdup(&kernel->arena, name);
	const struct bytes text = section_of(kernel, ".text.");
	kernel->text = text.next;
	if (!text.next ||
	    !sass_decode(&kernel->code, text.next, (size_t)(text.end - text.next), architecture(cubin),
	                 &kernel->arena) ||
	    !kernel->code.count) {
		execute_close(kernel);
		return NULL;
	}
	read_information(kernel);
	read_banks(kernel);
	read_variables(kernel);
	find_flow(kernel);
	return kernel;
}

void
execute_close(struct execute_kernel *kernel)
{
	free(kernel->parameters);
	free(kernel->held_variables);
	free(kernel->constant_variables);
	arena_free(&kernel->arena);
	free(kernel);
}

const char *
execute_unknown_operation(const struct execute_kernel *kernel, size_t instruction)
{
	const uint16_t *found = kernel->unknown_operations;
	return found && instruction < kernel->code.count && found[instruction] ? sass_mnemonic(found[instruction])
	                                                                       : NULL;
}

bool
execute_asks_memory(const struct execute_kernel *kernel)
{
	return kernel->demand.spaces >> SASS_GLOBAL & 1;
}

bool
execute_asks_approximations(const struct execute_kernel *kernel)
{
	for (size_t i = 0; i < kernel->code.count; i++)
		if (kernel->code.instructions[i].opcode == SASS_OP_MUFU && !kernel->demand.needless[i])
			return true;
	return false;
}

const struct sass_flow *
execute_flow(const struct execute_kernel *kernel)
{
	return &kernel->flow;
}

const struct sass_code *
execute_code(const struct execute_kernel *kernel)
{
	return &kernel->code;
}

const uint8_t *
execute_text(const struct execute_kernel *kernel)
{
	return kernel->text;
}
