#include <setjmp.h>
#include <stdarg.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/allocate.h"
#include "support/arena.h"
#include "support/clock.h"
#include "support/digits.h"
#include "support/embedded.h"
#include "support/executable.h"
#include "support/hash_index.h"
#include "support/path.h"
#include "support/pointer_set.h"
#include "support/utf8.h"

static void
arena_gives_zeroed_aligned_memory(void **state)
{
	(void)state;
	struct arena arena = {0};
	for (size_t size = 0; size < 100; size++) {
		unsigned char *bytes = arena_alloc(&arena, size);
		assert_int_equal((uintptr_t)bytes % alignof(max_align_t), 0);
		for (size_t i = 0; i < size; i++)
			assert_int_equal(bytes[i], 0);
		memset(bytes, 0xff, size);
	}
	arena_free(&arena);
	assert_int_equal(arena.total, 0);
}

static void
arena_takes_what_is_larger_than_a_block(void **state)
{
	(void)state;
	struct arena arena = {0};
	char *small = arena_strdup(&arena, "small");
	const size_t large_size = 3 * 1024 * 1024;
	unsigned char *large = arena_alloc(&arena, large_size);
	assert_int_equal(large[0] | large[large_size - 1], 0);
	memset(large, 0xff, large_size);
	assert_string_equal(small, "small");
	assert_true(arena.total >= large_size);
	arena_free(&arena);
}

static void
arena_rolls_back_to_a_mark(void **state)
{
	(void)state;
	struct arena arena = {0};
	char *kept = arena_strdup(&arena, "kept");
	const struct arena_mark mark = arena_mark(&arena);
	const size_t total = arena.total;
	char *first = arena_alloc(&arena, 64);
	for (int i = 0; i < 100; i++)
		arena_alloc(&arena, 64 * 1024);
	assert_true(arena.total > total);
	arena_release(&arena, mark);
	assert_int_equal(arena.total, total);
	assert_string_equal(kept, "kept");
	assert_ptr_equal(arena_alloc(&arena, 64), first);
	arena_free(&arena);
}

static void
arenas_hand_their_blocks_on(void **state)
{
	(void)state;
	struct arena_spares spares = {0};
	struct arena first = {.spares = &spares}, second = {.spares = &spares};
	char *used = arena_strdup(&first, "used");
	assert_null(spares.newest);
	arena_free(&first);
	assert_non_null(spares.newest);
	assert_ptr_equal(arena_alloc(&second, 5), used);
	assert_string_equal(used, "");
	assert_null(spares.newest);
	/* Memory that is too large for reuse returns to the system. */
	arena_alloc(&first, 3 * 1024 * 1024);
	arena_free(&first);
	assert_null(spares.newest);
	arena_free(&second);
	arena_spares_free(&spares);
	assert_null(spares.newest);
}

static void
arena_copies_with_room_to_spare(void **state)
{
	(void)state;
	struct arena arena = {0};
	const int from[] = {1, 2, 3};
	memset(arena_alloc(&arena, 64), 0xff, 64);
	const int *copy = arena_copy(&arena, from, 3, 5, sizeof *from);
	assert_ptr_not_equal(copy, from);
	assert_memory_equal(copy, from, sizeof from);
	assert_int_equal(copy[3] | copy[4], 0);
	assert_non_null(arena_copy(&arena, NULL, 0, 0, sizeof *from));
	arena_free(&arena);
}

static void
arena_lists_grow_by_doubling(void **state)
{
	(void)state;
	struct arena arena = {0};
	const size_t *items = NULL;
	size_t *list = NULL, count = 0, capacity = 0, moves = 0;
	for (size_t i = 0; i < 1000; i++) {
		arena_push(&arena, list, count, capacity, i * i);
		moves += list != items;
		items = list;
	}
	assert_int_equal(count, 1000);
	assert_true(capacity >= count && capacity < 2 * count);
	assert_true(moves <= 10);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(list[i], i * i);
	/* A list that began with a fixed length grows from there. */
	size_t fixed[20] = {7}, *more = fixed, fixed_count = 20, none = 0;
	arena_push(&arena, more, fixed_count, none, 8);
	assert_ptr_not_equal(more, fixed);
	assert_int_equal(more[0], 7);
	assert_int_equal(more[20], 8);
	arena_free(&arena);
}

static void
paths_are_parted_at_the_last_slash(void **state)
{
	(void)state;
	struct arena arena = {0};
	assert_string_equal(path_base_name("a/b/c.cu"), "c.cu");
	assert_string_equal(path_base_name("c.cu"), "c.cu");
	assert_string_equal(path_folder(&arena, "a/b/c.cu"), "a/b");
	assert_string_equal(path_folder(&arena, "/c.cu"), "/");
	assert_string_equal(path_folder(&arena, "c.cu"), ".");
	arena_free(&arena);
}

static void
the_executable_knows_its_folder(void **state)
{
	(void)state;
	char folder[4096], path[4096], tiny[4];
	assert_true(executable_folder(folder, sizeof folder));
	assert_true(path_from_executable(path, sizeof path, "test_support"));
	assert_memory_equal(path, folder, strlen(folder));
	assert_string_equal(path + strlen(folder), "/test_support");
	assert_false(executable_folder(tiny, sizeof tiny));
	assert_false(path_from_executable(tiny, sizeof tiny, "x"));
}

static void
arena_formats_text_of_any_length(void **state)
{
	(void)state;
	struct arena arena = {0};
	assert_string_equal(arena_printf(&arena, "%d of %s", 3, "four"), "3 of four");
	assert_string_equal(arena_printf(&arena, "%s", ""), "");
	const char *padded = arena_printf(&arena, "%*d", 400000, 7);
	assert_int_equal(strlen(padded), 400000);
	assert_string_equal(arena_strndup(&arena, "abcdef", 3), "abc");
	arena_free(&arena);
}

static void
arrays_grow_by_pushing(void **state)
{
	(void)state;
	int *items = NULL;
	size_t count = 0, capacity = 0;
	for (int i = 0; i < 1000; i++)
		memory_push(items, count, capacity, i * i);
	assert_int_equal(count, 1000);
	assert_true(capacity >= count);
	for (int i = 0; i < 1000; i++)
		assert_int_equal(items[i], i * i);
	free(items);
}

static void
map_keeps_values_in_the_order_of_their_keys(void **state)
{
	(void)state;
	enum { COUNT = 5000 };
	static char keys[COUNT];
	struct pointer_map map = {0};
	assert_false(pointer_map_has(&map, keys));
	assert_null(pointer_map_find(&map, keys));
	/* Every second key, from the last to the first. */
	for (size_t i = COUNT; i >= 2; i -= 2) {
		void **value = pointer_map_value(&map, &keys[i - 1]);
		assert_null(*value);
		*value = &keys[COUNT - i];
	}
	assert_int_equal(map.count, COUNT / 2);
	for (size_t i = 0; i < COUNT; i++) {
		assert_int_equal(pointer_map_has(&map, &keys[i]), i % 2);
		assert_ptr_equal(pointer_map_find(&map, &keys[i]), i % 2 ? &keys[COUNT - 1 - i] : NULL);
	}
	for (size_t i = 0; i < map.count; i++)
		assert_ptr_equal(map.items[i].key, &keys[COUNT - 1 - 2 * i]);
	*pointer_map_value(&map, &keys[1]) = keys;
	assert_int_equal(map.count, COUNT / 2);
	assert_ptr_equal(pointer_map_find(&map, &keys[1]), keys);
	pointer_map_free(&map);
	assert_int_equal(map.count, 0);
	assert_false(pointer_map_has(&map, &keys[1]));
}

static void
map_finds_no_key_that_has_no_value_yet(void **state)
{
	(void)state;
	const char key = 0;
	struct pointer_map map = {0};
	pointer_map_value(&map, &key);
	assert_true(pointer_map_has(&map, &key));
	assert_null(pointer_map_find(&map, &key));
	pointer_map_free(&map);
}

static void
set_says_what_is_new_to_it(void **state)
{
	(void)state;
	static const char members[1000];
	struct pointer_set set = {0};
	for (size_t i = 0; i < sizeof members; i++) {
		assert_false(pointer_set_has(&set, &members[i]));
		assert_true(pointer_set_add(&set, &members[i]));
		assert_false(pointer_set_add(&set, &members[i]));
	}
	for (size_t i = 0; i < sizeof members; i++)
		assert_true(pointer_set_has(&set, &members[i]));
	pointer_set_free(&set);
	assert_false(pointer_set_has(&set, members));
}

static void
product_of_sizes_is_exact(void **state)
{
	(void)state;
	assert_int_equal(memory_product(0, SIZE_MAX), 0);
	assert_int_equal(memory_product(1, SIZE_MAX), SIZE_MAX);
	assert_int_equal(memory_product(6, 7), 42);
}

static void
embedded_files_are_found_by_name(void **state)
{
	(void)state;
	const struct embedded_file files[] = {{"a", "first", 5}, {"b/c", "second", 6}, {NULL, NULL, 0}};
	assert_ptr_equal(embedded_find(files, "a"), &files[0]);
	assert_ptr_equal(embedded_find(files, "b/c"), &files[1]);
	assert_null(embedded_find(files, "b"));
	assert_null(embedded_find(files, ""));
}

static void
embedded_files_end_with_a_closing_zero(void **state)
{
	(void)state;
	const struct {
		const struct embedded_file *files;
		size_t count;
	} sets[] = {
		{embedded_gpus, embedded_gpu_count},
		{embedded_pages, embedded_page_count},
		{embedded_profiles, embedded_profile_count},
	};
	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
		assert_true(sets[i].count > 0);
		for (size_t k = 0; k < sets[i].count; k++)
			assert_int_equal(strlen(sets[i].files[k].text), sets[i].files[k].length);
		assert_null(sets[i].files[sets[i].count].name);
	}
}

static void
characters_of_utf8_are_measured(void **state)
{
	(void)state;
	static const struct {
		const char *bytes;
		size_t length;
	} texts[] = {
		{"a", 1},
		{"\xc3\xa9", 2},
		{"\xe2\x82\xac", 3},
		{"\xf0\x9f\x98\x80", 4},
		{"\xf4\x8f\xbf\xbf", 4},
		{"", 0},
		{"\x80", 0},
		{"\xc3", 0},
		{"\xc3(", 0},
		{"\xe2\x82", 0},
		{"\xc0\x80", 0}, /* overlong */
		{"\xe0\x9f\xbf", 0},
		{"\xf0\x8f\xbf\xbf", 0},
		{"\xed\xa0\x80", 0}, /* a surrogate */
		{"\xf4\x90\x80\x80", 0},
		{"\xf5\x80\x80\x80", 0},
		{"\xff", 0},
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		assert_int_equal(utf8_length(texts[i].bytes, strlen(texts[i].bytes)), texts[i].length);
	assert_int_equal(utf8_length("\xe2\x82\xac", 2), 0);
}

static void
bytes_of_no_character_are_repaired(void **state)
{
	(void)state;
	char *copy = utf8_copy("\xc3\xa9\xc3|\0|\xff", 7);
	assert_string_equal(copy, "\xc3\xa9?|?|?");
	free(copy);
	char *repaired = utf8_repaired("\xff.\xfe", 3, "\xef\xbf\xbd");
	assert_string_equal(repaired, "\xef\xbf\xbd.\xef\xbf\xbd");
	free(repaired);
}

static void
numbers_have_no_exponent_for_their_size(void **state)
{
	(void)state;
	static const struct {
		double number;
		int significant;
		const char *text;
	} numbers[] = {
		{2.95678, 3, "2.96"},      {999.4, 3, "999"},       {999.7, 3, "1000"}, {2390.4, 3, "2390"},
		{-123456.7, 3, "-123000"}, {10, 3, "10"},           {0, 3, "0"},        {1048576, 7, "1048576"},
		{1048576, 3, "1050000"},   {123456.7, 6, "123457"}, {1e20, 6, "1e+20"},
	};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		assert_string_equal(digits_of(numbers[i].number, numbers[i].significant).text, numbers[i].text);
}

static void
items_are_found_by_their_hashes(void **state)
{
	(void)state;
	enum { ITEMS = 1000, HASHES = 300 };
	struct hash_index index = {0};
	assert_int_equal(hash_index_last(&index, 0), HASH_INDEX_END);
	for (size_t i = 0; i < ITEMS; i++)
		hash_index_add(&index, i % HASHES * 4096); /* with equal low bits */
	for (size_t hash = 0; hash < HASHES; hash++) {
		size_t found = 0;
		for (size_t i = hash_index_last(&index, hash * 4096); i != HASH_INDEX_END;
		     i = hash_index_before(&index, i)) {
			assert_int_equal(i % HASHES, hash);
			found++;
		}
		assert_int_equal(found, ITEMS / HASHES + (hash < ITEMS % HASHES));
	}
	assert_int_equal(hash_index_last(&index, 1), HASH_INDEX_END);
	hash_index_free(&index);
	assert_int_equal(hash_index_last(&index, 0), HASH_INDEX_END);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arena_gives_zeroed_aligned_memory),
		cmocka_unit_test(arena_takes_what_is_larger_than_a_block),
		cmocka_unit_test(arena_rolls_back_to_a_mark),
		cmocka_unit_test(arenas_hand_their_blocks_on),
		cmocka_unit_test(arena_copies_with_room_to_spare),
		cmocka_unit_test(arena_lists_grow_by_doubling),
		cmocka_unit_test(arena_formats_text_of_any_length),
		cmocka_unit_test(paths_are_parted_at_the_last_slash),
		cmocka_unit_test(the_executable_knows_its_folder),
		cmocka_unit_test(arrays_grow_by_pushing),
		cmocka_unit_test(map_keeps_values_in_the_order_of_their_keys),
		cmocka_unit_test(map_finds_no_key_that_has_no_value_yet),
		cmocka_unit_test(set_says_what_is_new_to_it),
		cmocka_unit_test(product_of_sizes_is_exact),
		cmocka_unit_test(embedded_files_are_found_by_name),
		cmocka_unit_test(items_are_found_by_their_hashes),
		cmocka_unit_test(embedded_files_end_with_a_closing_zero),
		cmocka_unit_test(characters_of_utf8_are_measured),
		cmocka_unit_test(bytes_of_no_character_are_repaired),
		cmocka_unit_test(numbers_have_no_exponent_for_their_size),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
