/* In what order operands are complete, and what assignments yield. */

int index_moves_behind_the_value()
{
	int a[4] = {9, 9, 9, 9}, i = 1;
	a[i++] = i;
	return a[1] * 10 + i;
}

int index_moves_behind_the_value_in_a_loop()
{
	int a[40] = {}, all = 0;
	for (int i = 0; i < 39;)
		a[i++] = i;
	for (int k = 0; k < 40; k++)
		all += k * a[k];
	return all;
}

int number_is_shifted_before_it_moves()
{
	int i = 1;
	const int shifted = i << i++;
	return shifted * 10 + i;
}

int pointer_is_read_before_it_moves()
{
	int a[4] = {1, 2, 3, 4}, *p = a;
	const int second = p[(p++, 1)];
	return second * 10 + static_cast<int>(p - a);
}

int field_yields_what_it_holds()
{
	struct Fields {
		unsigned low : 4;
		int high : 3;
	} fields = {};
	const unsigned low = fields.low = 19;
	const int high = fields.high = 7;
	return static_cast<int>(low) * 100 + high;
}

int field_yields_what_it_holds_in_a_loop()
{
	struct Fields {
		unsigned low : 4;
		int high : 3;
	} fields = {};
	int all = 0;
	for (int i = 0; i < 40; i++) {
		all = 3 * all % 1000 + static_cast<int>(fields.low = i);
		all += fields.high = i;
		all += fields.low += 5;
		all += ++fields.high;
	}
	return all;
}

int field_steps_around()
{
	struct Fields {
		unsigned low : 3;
	} fields = {};
	fields.low = 7;
	const unsigned next = ++fields.low, then = fields.low -= 1;
	return static_cast<int>(next * 100 + then * 10 + fields.low);
}
