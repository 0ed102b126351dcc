/* The text of a string stream, as far as it is known. Streams of the process and of files have none: even the length
 * of their input is unknown. */
#ifndef GPULINT_STREAM_TEXT_H
#define GPULINT_STREAM_TEXT_H
#pragma GCC system_header
#include <cstdlib>
#include <limits>
#include <string>
#pragma clang force_cuda_host_device begin
namespace std {
inline string __gl_read_string() { return string(__gl_input<const char *>(), __gl_input<size_t>()); }
/* Input from an unknown stream to `value`. */
template <class V> inline void __gl_forget_read(V &value)
{
	if constexpr (is_same_v<V, char *>)
		__gl_forget_input(value, ~(size_t)0);
	else
		__gl_forget_input(&value, sizeof value);
}

class __gl_stream_text {
	string text;
	size_t from, to;            /* positions of the next read, and of the next write */
	bool ended, failed;
	bool formatted;             /* numbers do not have the default format */

	bool ends() { return (ended = from >= text.size()); }
	/* Called before input: false if there is none, which leaves the target unchanged. */
	bool starts()
	{
		failed = failed || ended || ends();
		return !failed;
	}
	bool starts_behind_space()
	{
		skip_space();
		return starts();
	}
	/* The number at `from`, as strtol and strtod read it. A number outside V's range yields the nearest and fails. */
	template <class V> V number(const char *begin, char **end)
	{
		if constexpr (is_floating_point_v<V>) {
			return (V)strtod(begin, end);
		} else if constexpr (is_same_v<V, bool>) {
			const long value = strtol(begin, end, 10);
			failed = value != 0 && value != 1;
			return value != 0;
		} else if constexpr (is_unsigned_v<V>) {
			const bool negative = *begin == '-';
			const unsigned long value = strtoul(begin + negative, end, 10);
			failed = value > (V)-1;
			if (*end == begin + negative)
				*end = const_cast<char *>(begin);
			return failed ? (V)-1 : negative ? (V)-value : (V)value;
		} else {
			const long value = strtol(begin, end, 10);
			failed = value != (V)value;
			return !failed ? (V)value : value < 0 ? numeric_limits<V>::min() : numeric_limits<V>::max();
		}
	}

public:
	__gl_stream_text() : from(0), to(0), ended(false), failed(false), formatted(false) {}

	const string &str() const { return text; }
	void str(const string &s, bool at_end)
	{
		text = s;
		from = 0;
		to = at_end ? text.size() : 0;
	}
	void lose_place()
	{
		from = __gl_unknown<size_t>();
		ended = __gl_unknown<bool>();
		failed = __gl_unknown<bool>();
	}
	size_t left() const { return from < text.size() ? text.size() - from : 0; }
	const char *rest() const { return text.data() + from; }
	bool eof() const { return ended; }
	bool fail() const { return failed; }
	void clear(bool now_ended, bool now_failed) { ended = now_ended; failed = now_failed; }
	void format() { formatted = true; }

	void write(const char *piece, size_t n)
	{
		text.replace(to, n, string(piece, n));
		to += n;
	}
	void write(const string &piece) { write(piece.data(), piece.size()); }
	template <class V> void write_value(const V &value)
	{
		if (formatted)
			write(__gl_unknown_string());
		else if constexpr (is_same_v<V, char> || is_same_v<V, signed char> || is_same_v<V, unsigned char>)
			write((const char *)&value, 1);
		else if constexpr (is_integral_v<V>)
			write(to_string(value + 0));
		else if constexpr (is_convertible_v<const V &, const char *>)
			write(value, strlen(value));
		else if constexpr (is_same_v<V, string>)
			write(value);
		else
			write(__gl_unknown_string());
	}

	void skip_space()
	{
		while (from < text.size() && isspace(text[from]))
			from++;
	}
	int get() { return starts() ? (unsigned char)text[from++] : -1; }
	int peek() { return failed || ends() ? -1 : (unsigned char)text[from]; }
	void unget()
	{
		ended = false;
		from -= from > 0;
	}
	void read(char *piece, size_t n)
	{
		for (size_t i = 0; i < n && !failed; i++) {
			const int c = get();
			if (!failed)
				piece[i] = (char)c;
		}
	}
	void ignore(long n, int end)
	{
		for (long i = 0; i < n && !ends() && !failed; i++) {
			if ((unsigned char)text[from++] == end)
				return;
		}
	}
	void read_line(string &line, char end)
	{
		if (!starts())
			return;
		line.clear();
		while (!ends()) {
			const char c = text[from++];
			if (c == end)
				return;
			line.push_back(c);
		}
	}
	void read_word(string &word)
	{
		if (formatted) {
			word = __gl_unknown_string();
			lose_place();
		}
		if (formatted || !starts_behind_space())
			return;
		word.clear();
		while (!ends() && !isspace(text[from]))
			word.push_back(text[from++]);
	}
	template <class V> void read_value(V &value)
	{
		if constexpr (!is_arithmetic_v<V>) {
			__gl_forget_read(value);
			lose_place();
		} else if (formatted) {
			value = __gl_unknown<V>();
			lose_place();
		} else if (starts_behind_space()) {
			if constexpr (is_same_v<V, char> || is_same_v<V, signed char> || is_same_v<V, unsigned char>) {
				value = (V)text[from++];
				return;
			}
			const char *begin = text.c_str() + from;
			char *end = const_cast<char *>(begin);
			value = number<V>(begin, &end);
			failed = failed || end == begin;
			from += end - begin;
			ends();
		}
	}
};
}
#pragma clang force_cuda_host_device end
#endif
