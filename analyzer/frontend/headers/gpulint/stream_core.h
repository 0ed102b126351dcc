/* Streams. What is written goes nowhere, what is read is not known. */
#ifndef GPULINT_STREAM_CORE_H
#define GPULINT_STREAM_CORE_H
#pragma GCC system_header
#include <iosfwd>
#include <string>
#pragma clang force_cuda_host_device begin
namespace std {
class streambuf {};
class locale {
public:
	locale(const char * = "") {}
	static locale classic() { return locale(); }
};
class ios_base {
public:
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
	fmtflags flags(fmtflags) { return 0; }
	fmtflags setf(fmtflags) { return 0; }
	fmtflags setf(fmtflags, fmtflags) { return 0; }
	void unsetf(fmtflags) {}
	streamsize precision() const { return 6; }
	streamsize precision(streamsize) { return 6; }
	streamsize width() const { return 0; }
	streamsize width(streamsize) { return 0; }
	locale imbue(const locale &) { return locale(); }
};
template <class C, class T> class basic_ios : public ios_base {
public:
	virtual ~basic_ios() {}
	bool good() const { return __gl_unknown<bool>(); }
	bool eof() const { return __gl_unknown<bool>(); }
	bool fail() const { return __gl_unknown<bool>(); }
	bool bad() const { return __gl_unknown<bool>(); }
	explicit operator bool() const { return __gl_unknown<bool>(); }
	bool operator!() const { return __gl_unknown<bool>(); }
	void clear(iostate = goodbit) {}
	void setstate(iostate) {}
	iostate rdstate() const { return __gl_unknown<iostate>(); }
	void exceptions(iostate) {}
	C fill(C c = ' ') { return c; }
	streambuf *rdbuf() const { return 0; }
	streambuf *rdbuf(streambuf *) { return 0; }
	basic_ostream<C, T> *tie(basic_ostream<C, T> *) { return 0; }
	basic_ios &copyfmt(const basic_ios &) { return *this; }
};
template <class C, class T> class basic_ostream : public basic_ios<C, T> {
public:
	template <class V> basic_ostream &operator<<(const V &) { return *this; }
	basic_ostream &operator<<(basic_ostream &(*)(basic_ostream &)) { return *this; }
	basic_ostream &operator<<(ios_base &(*)(ios_base &)) { return *this; }
	basic_ostream &flush() { return *this; }
	basic_ostream &put(C) { return *this; }
	basic_ostream &write(const C *, streamsize) { return *this; }
	basic_ostream &seekp(streampos) { return *this; }
	basic_ostream &seekp(streamoff, ios_base::seekdir) { return *this; }
	streampos tellp() { return __gl_unknown<streampos>(); }
};
template <class C, class T> class basic_istream : public basic_ios<C, T> {
public:
	template <class V> basic_istream &operator>>(V &&value)
	{
		if constexpr (is_scalar_v<remove_reference_t<V>> && is_lvalue_reference_v<V>)
			value = __gl_unknown<remove_cvref_t<V>>();
		return *this;
	}
	basic_istream &operator>>(string &s) { s.resize(8); __gl_forget(s.data(), 8); return *this; }
	basic_istream &operator>>(basic_istream &(*)(basic_istream &)) { return *this; }
	basic_istream &operator>>(ios_base &(*)(ios_base &)) { return *this; }
	int get() { return __gl_unknown<int>(); }
	basic_istream &get(C &c) { c = __gl_unknown<C>(); return *this; }
	basic_istream &get(C *text, streamsize n, C = '\n') { __gl_forget(text, n); return *this; }
	basic_istream &getline(C *text, streamsize n, C = '\n') { __gl_forget(text, n); return *this; }
	basic_istream &read(C *text, streamsize n) { __gl_forget(text, n); return *this; }
	basic_istream &ignore(streamsize = 1, int = -1) { return *this; }
	basic_istream &putback(C) { return *this; }
	basic_istream &unget() { return *this; }
	int peek() { return __gl_unknown<int>(); }
	streamsize gcount() const { return __gl_unknown<streamsize>(); }
	basic_istream &seekg(streampos) { return *this; }
	basic_istream &seekg(streamoff, ios_base::seekdir) { return *this; }
	streampos tellg() { return __gl_unknown<streampos>(); }
};
/* Not a basic_istream by inheritance, which would take a virtual base: what reads is handed on. */
template <class C, class T> class basic_iostream : public basic_ostream<C, T> {
	basic_istream<C, T> reader;
public:
	operator basic_istream<C, T> &() { return reader; }
	template <class V> basic_iostream &operator>>(V &&value) { reader >> value; return *this; }
	int get() { return reader.get(); }
	basic_iostream &get(C &c) { reader.get(c); return *this; }
	basic_iostream &getline(C *text, streamsize n, C = '\n') { __gl_forget(text, n); return *this; }
	basic_iostream &read(C *text, streamsize n) { __gl_forget(text, n); return *this; }
	basic_iostream &ignore(streamsize = 1, int = -1) { return *this; }
	basic_iostream &unget() { return *this; }
	int peek() { return reader.peek(); }
	streamsize gcount() const { return reader.gcount(); }
	basic_iostream &seekg(streampos) { return *this; }
	basic_iostream &seekg(streamoff, ios_base::seekdir) { return *this; }
	streampos tellg() { return reader.tellg(); }
};
inline ostream &endl(ostream &s) { return s; }
inline ostream &ends(ostream &s) { return s; }
inline ostream &flush(ostream &s) { return s; }
inline istream &ws(istream &s) { return s; }
#define __GL_MANIPULATOR(name) inline ios_base &name(ios_base &s) { return s; }
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
__GL_MANIPULATOR(showpoint)
__GL_MANIPULATOR(showpos)
__GL_MANIPULATOR(noshowpos)
__GL_MANIPULATOR(skipws)
__GL_MANIPULATOR(noskipws)
__GL_MANIPULATOR(uppercase)
__GL_MANIPULATOR(nouppercase)
#undef __GL_MANIPULATOR
template <class S> inline istream &__gl_getline(istream &in, S &s) { s.resize(8); __gl_forget(s.data(), 8); return in; }
inline istream &getline(istream &in, string &s, char = '\n') { return __gl_getline(in, s); }
}
#pragma clang force_cuda_host_device end
#endif
