/* What a string stream reads and writes: its text, as far as that is known. Streams of the process and of files have none. */
#ifndef GPULINT_STREAM_TEXT_H
#define GPULINT_STREAM_TEXT_H
#pragma GCC system_header
#include <cstdlib>
#include <string>
#pragma clang force_cuda_host_device begin
namespace std {
inline void __gl_forget_string(string &s)
{
	s.resize(8);
	__gl_forget(s.data(), 8);
}

class __gl_stream_text {
	string text;
	size_t from, to;            /* where the next is read, and written */
	bool ended, failed;
	bool formatted;             /* numbers are not written and read as they are by default */

	void skip_space()
	{
		while (from < text.size() && isspace(text[from]))
			from++;
	}
	bool ends() { return (ended = from >= text.size()); }

public:
	__gl_stream_text() : from(0), to(0), ended(false), failed(false), formatted(false) {}

	const string &str() const { return text; }
	void str(const string &s, bool at_end)
	{
		text = s;
		from = 0;
		to = at_end ? text.size() : 0;
	}
	void lose_place() { from = __gl_unknown<size_t>(); }
	bool eof() const { return ended; }
	bool fail() const { return failed; }
	void clear(bool now_ended, bool now_failed) { ended = now_ended; failed = now_failed; }
	void format() { formatted = true; }

	void write(const char *piece, size_t n)
	{
		text.replace(to, n, string(piece, n));
		to += n;
	}
	void write_unknown()
	{
		string piece;
		__gl_forget_string(piece);
		write(piece.data(), piece.size());
	}
	template <class V> void write_value(const V &value)
	{
		if (formatted)
			write_unknown();
		else if constexpr (is_same_v<V, char> || is_same_v<V, signed char> || is_same_v<V, unsigned char>)
			write((const char *)&value, 1);
		else if constexpr (is_integral_v<V>)
			write_value(to_string(value + 0));
		else if constexpr (is_convertible_v<const V &, const char *>)
			write(value, strlen(value));
		else if constexpr (is_same_v<V, string>)
			write(value.data(), value.size());
		else
			write_unknown();
	}

	int get()
	{
		failed = failed || ends();
		return failed ? -1 : (unsigned char)text[from++];
	}
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
	void read_line(string &line, char end)
	{
		line.clear();
		failed = failed || ends();
		while (!failed && !ends()) {
			const char c = text[from++];
			if (c == end)
				return;
			line.push_back(c);
		}
	}
	void read_word(string &word)
	{
		skip_space();
		word.clear();
		failed = failed || ends();
		while (!failed && !ends() && !isspace(text[from]))
			word.push_back(text[from++]);
	}
	template <class V> void read_value(V &value)
	{
		skip_space();
		failed = failed || ends();
		if (failed)
			return;
		if constexpr (is_same_v<V, char> || is_same_v<V, signed char> || is_same_v<V, unsigned char>) {
			value = (V)text[from++];
		} else if constexpr (is_arithmetic_v<V>) {
			const char *begin = text.c_str() + from;
			char *end = const_cast<char *>(begin);
			if constexpr (is_floating_point_v<V>)
				value = (V)strtod(begin, &end);
			else
				value = (V)strtol(begin, &end, 10);
			failed = end == begin;
			from += end - begin;
			ends();
			if (formatted)
				value = __gl_unknown<V>();
		} else {
			value = __gl_any<V>();
		}
	}
};
}
#pragma clang force_cuda_host_device end
#endif
