/* Streams of the size of libstdc++'s. Output is dropped and input is unknown, except for string streams. */
#ifndef GPULINT_STREAM_CORE_H
#define GPULINT_STREAM_CORE_H
#pragma GCC system_header
#include <stdexcept>
#include <iosfwd>
#include <gpulint/stream_text.h>
#pragma clang force_cuda_host_device begin
namespace std {
/* A stream's source: the text of a string stream. Input from other streams is unknown; their output is dropped. */
class streambuf {
	char rest[56];
public:
	typedef int int_type;
	__gl_stream_text *text = 0;
	int sgetc() { return text ? text->left() ? (unsigned char)*text->rest() : -1 : __gl_input<int>(); }
	int sbumpc()
	{
		const int c = sgetc();
		if (text && c != -1)
			text->get();
		return c;
	}
	int snextc()
	{
		sbumpc();
		return sgetc();
	}
	streamsize in_avail() { return __gl_input<streamsize>(); }
};
class alignas(8) locale {
	size_t : 64; /* as large as libstdc++'s */
public:
	locale(const char * = "") {}
	static locale classic() { return locale(); }
};
class ios_base {
	char rest[136];
protected:
	__gl_stream_text *text = 0;   /* the buffer's */
	streambuf buffer;
public:
	virtual ~ios_base() {}
	void __gl_open(__gl_stream_text *t) { text = buffer.text = t; }
	typedef unsigned fmtflags;
	typedef unsigned openmode;
	typedef unsigned iostate;
	typedef unsigned seekdir;
	static constexpr openmode app = 1, ate = 2, binary = 4, in = 8, out = 16, trunc = 32;
	static constexpr iostate goodbit = 0, badbit = 1, eofbit = 2, failbit = 4;
	static constexpr seekdir beg = 0, cur = 1, end = 2;
	static constexpr fmtflags boolalpha = 1, dec = 2, fixed = 4, hex = 8, internal = 16, left = 32, oct = 64, right = 128;
	static constexpr fmtflags scientific = 256, showbase = 512, showpoint = 1024, showpos = 2048, skipws = 4096, unitbuf = 8192;
	static constexpr fmtflags uppercase = 16384, adjustfield = left | right | internal, basefield = dec | hex | oct, floatfield = fixed | scientific;
	class failure {};
	static bool sync_with_stdio(bool = true) { return true; }
	fmtflags flags() const { return 0; }
	fmtflags flags(fmtflags) { return format(); }
	fmtflags setf(fmtflags) { return format(); }
	fmtflags setf(fmtflags, fmtflags) { return format(); }
	void unsetf(fmtflags) { format(); }
	streamsize precision() const { return 6; }
	streamsize precision(streamsize) { format(); return 6; }
	streamsize width() const { return 0; }
	streamsize width(streamsize) { return format(); }
	locale imbue(const locale &) { return locale(); }
	int format()
	{
		if (text)
			text->format();
		return 0;
	}
};
template <class C, class T> class basic_ios : public ios_base {
	char rest[48];
public:
	bool good() const { return text ? !text->eof() && !text->fail() : __gl_input<bool>(); }
	bool eof() const { return text ? text->eof() : __gl_input<bool>(); }
	bool fail() const { return text ? text->fail() : __gl_input<bool>(); }
	bool bad() const { return text ? false : __gl_input<bool>(); }
	explicit operator bool() const { return !fail(); }
	bool operator!() const { return fail(); }
	void clear(iostate state = goodbit)
	{
		if (text)
			text->clear(state & eofbit, state & (failbit | badbit));
	}
	void setstate(iostate state) { clear(rdstate() | state); }
	iostate rdstate() const { return text ? (text->eof() ? eofbit : 0) | (text->fail() ? failbit : 0) : __gl_input<iostate>(); }
	void exceptions(iostate) {}
	C fill(C c = ' ') { format(); return c; }
	streambuf *rdbuf() const { return const_cast<streambuf *>(&this->buffer); }
	streambuf *rdbuf(streambuf *other)
	{
		this->__gl_open(other ? other->text : 0);
		return rdbuf();
	}
	basic_ostream<C, T> *tie(basic_ostream<C, T> *) { return 0; }
	basic_ios &copyfmt(const basic_ios &) { format(); return *this; }
};
struct __gl_manipulator {};
template <class C, class T> class basic_ostream : public basic_ios<C, T> {
	char rest[8];
public:
	template <class V> basic_ostream &operator<<(const V &value)
	{
		if (this->text)
			this->text->write_value(value);
		return *this;
	}
	basic_ostream &operator<<(streambuf *source)
	{
		if (this->text && source->text)
			this->text->write(source->text->rest(), source->text->left());
		else if (this->text)
			this->text->write(__gl_unknown_string());
		return *this;
	}
	basic_ostream &operator<<(__gl_manipulator) { this->format(); return *this; }
	basic_ostream &operator<<(basic_ostream &(*manipulate)(basic_ostream &)) { return manipulate(*this); }
	basic_ostream &operator<<(ios_base &(*manipulate)(ios_base &)) { manipulate(*this); return *this; }
	basic_ostream &flush() { return *this; }
	basic_ostream &put(C c) { return write(&c, 1); }
	basic_ostream &write(const C *piece, streamsize n)
	{
		if (this->text)
			this->text->write(piece, n);
		return *this;
	}
	basic_ostream &seekp(streampos) { this->format(); return *this; }
	basic_ostream &seekp(streamoff, ios_base::seekdir) { this->format(); return *this; }
	streampos tellp() { return __gl_unknown<streampos>(); }
};
/* The library's operator for characters is no member, and programs may call it by name. Else the member is preferred. */
template <class C> struct __gl_letters {
	typedef __gl_letters self;
	const C *first;
	__gl_letters(const C *first) : first(first) {}
};
template <class C, class T> basic_ostream<C, T> &operator<<(basic_ostream<C, T> &out, typename __gl_letters<C>::self letters) { return out << letters.first; }
template <class C, class T> class basic_istream : public basic_ios<C, T> {
	char rest[16];
public:
	template <class V> basic_istream &operator>>(V &&value)
	{
		if constexpr (is_lvalue_reference_v<V>) {
			if (this->text)
				this->text->read_value(value);
			else
				__gl_forget_read(value);
		}
		return *this;
	}
	basic_istream &operator>>(string &s)
	{
		if (this->text)
			this->text->read_word(s);
		else
			s = __gl_read_string();
		return *this;
	}
	basic_istream &operator>>(basic_istream &(*manipulate)(basic_istream &)) { return manipulate(*this); }
	basic_istream &operator>>(ios_base &(*manipulate)(ios_base &)) { manipulate(*this); return *this; }
	int get() { return this->text ? this->text->get() : __gl_input<int>(); }
	basic_istream &get(C &c) { return read(&c, 1); }
	basic_istream &get(C *piece, streamsize n, C = '\n') { return lose_place(piece, n); }
	basic_istream &getline(C *piece, streamsize n, C = '\n') { return lose_place(piece, n); }
	basic_istream &read(C *piece, streamsize n)
	{
		if (this->text)
			this->text->read(piece, n);
		else
			__gl_forget_input(piece, n);
		return *this;
	}
	basic_istream &ignore(streamsize n = 1, int end = -1)
	{
		if (this->text)
			this->text->ignore(n, end);
		return *this;
	}
	basic_istream &putback(C) { return unget(); }
	basic_istream &unget()
	{
		if (this->text)
			this->text->unget();
		return *this;
	}
	int peek() { return this->text ? this->text->peek() : __gl_input<int>(); }
	streamsize gcount() const { return __gl_input<streamsize>(); }
	basic_istream &seekg(streampos) { return lose_place(0, 0); }
	basic_istream &seekg(streamoff, ios_base::seekdir) { return lose_place(0, 0); }
	streampos tellg() { return __gl_input<streampos>(); }
	void __gl_skip_space()
	{
		if (this->text)
			this->text->skip_space();
	}
	basic_istream &__gl_read_line(string &s, char end)
	{
		if (this->text)
			this->text->read_line(s, end);
		else
			s = __gl_read_string();
		return *this;
	}
private:
	basic_istream &lose_place(C *piece, streamsize n)
	{
		__gl_forget_input(piece, n);
		if (this->text)
			this->text->lose_place();
		return *this;
	}
};
/* Does not inherit from basic_istream, which needs a virtual base. The common part is the basic_ios at the start. */
template <class C, class T> class basic_iostream : public basic_ostream<C, T> {
	char rest[16];
	basic_istream<C, T> &reader() { return *(basic_istream<C, T> *)(void *)this; }
public:
	operator basic_istream<C, T> &() { return reader(); }
	template <class V> basic_iostream &operator>>(V &&value) { reader() >> value; return *this; }
	int get() { return reader().get(); }
	basic_iostream &get(C &c) { reader().get(c); return *this; }
	basic_iostream &getline(C *piece, streamsize n, C end = '\n') { reader().getline(piece, n, end); return *this; }
	basic_iostream &read(C *piece, streamsize n) { reader().read(piece, n); return *this; }
	basic_iostream &ignore(streamsize n = 1, int end = -1) { reader().ignore(n, end); return *this; }
	basic_iostream &unget() { reader().unget(); return *this; }
	int peek() { return reader().peek(); }
	streamsize gcount() const { return __gl_input<streamsize>(); }
	basic_iostream &seekg(streampos at) { reader().seekg(at); return *this; }
	basic_iostream &seekg(streamoff by, ios_base::seekdir from) { reader().seekg(by, from); return *this; }
	streampos tellg() { return reader().tellg(); }
};
inline ostream &endl(ostream &s) { return s.put('\n'); }
inline ostream &ends(ostream &s) { return s.put('\0'); }
inline ostream &flush(ostream &s) { return s; }
inline istream &ws(istream &s) { s.__gl_skip_space(); return s; }
#define __GL_MANIPULATOR(name) inline ios_base &name(ios_base &s) { s.format(); return s; }
__GL_MANIPULATOR(boolalpha)
__GL_MANIPULATOR(noboolalpha)
__GL_MANIPULATOR(dec)
__GL_MANIPULATOR(hex)
__GL_MANIPULATOR(oct)
__GL_MANIPULATOR(fixed)
__GL_MANIPULATOR(scientific)
__GL_MANIPULATOR(defaultfloat)
__GL_MANIPULATOR(left)
__GL_MANIPULATOR(right)
__GL_MANIPULATOR(internal)
__GL_MANIPULATOR(showbase)
__GL_MANIPULATOR(noshowbase)
__GL_MANIPULATOR(hexfloat)
__GL_MANIPULATOR(showpoint)
__GL_MANIPULATOR(noshowpoint)
__GL_MANIPULATOR(unitbuf)
__GL_MANIPULATOR(nounitbuf)
__GL_MANIPULATOR(showpos)
__GL_MANIPULATOR(noshowpos)
__GL_MANIPULATOR(skipws)
__GL_MANIPULATOR(noskipws)
__GL_MANIPULATOR(uppercase)
__GL_MANIPULATOR(nouppercase)
#undef __GL_MANIPULATOR
inline istream &getline(istream &in, string &s, char end = '\n') { return in.__gl_read_line(s, end); }

template <class T> class istream_iterator : public iterator<input_iterator_tag, T> {
	istream *in;                  /* 0: end of stream */
	T value;
	bool : 8;
public:
	istream_iterator() : in(0), value() {}
	istream_iterator(istream &s) : in(&s), value() { ++*this; }
	const T &operator*() const { return value; }
	const T *operator->() const { return &value; }
	istream_iterator &operator++()
	{
		if (in && !(*in >> value))
			in = 0;
		return *this;
	}
	istream_iterator operator++(int) { istream_iterator before = *this; ++*this; return before; }
	bool operator==(const istream_iterator &i) const { return in == i.in; }
	bool operator!=(const istream_iterator &i) const { return in != i.in; }
};
template <class C> class istreambuf_iterator : public iterator<input_iterator_tag, C> {
	streambuf *in;                /* 0: end of stream */
	size_t : 64;
	bool ends() const { return !in || in->sgetc() == -1; }
public:
	istreambuf_iterator() : in(0) {}
	istreambuf_iterator(istream &s) : in(s.rdbuf()) {}
	istreambuf_iterator(streambuf *s) : in(s) {}
	C operator*() const { return (C)in->sgetc(); }
	istreambuf_iterator &operator++() { in->sbumpc(); return *this; }
	istreambuf_iterator operator++(int) { istreambuf_iterator before = *this; in->sbumpc(); return before; }
	bool equal(const istreambuf_iterator &i) const { return ends() == i.ends(); }
	bool operator==(const istreambuf_iterator &i) const { return equal(i); }
	bool operator!=(const istreambuf_iterator &i) const { return !equal(i); }
};
template <class T> class ostream_iterator : public iterator<output_iterator_tag, void, void, void, void> {
	ostream *out;
	const char *between;
public:
	ostream_iterator(ostream &s, const char *b = "") : out(&s), between(b) {}
	ostream_iterator &operator=(const T &value) { *out << value << between; return *this; }
	ostream_iterator &operator*() { return *this; }
	ostream_iterator &operator++() { return *this; }
	ostream_iterator operator++(int) { return *this; }
};
}
#pragma clang force_cuda_host_device end
#endif
