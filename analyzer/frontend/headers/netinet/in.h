#ifndef _NETINET_IN_H
#define _NETINET_IN_H
#pragma GCC system_header
#include <sys/socket.h>
#include <stdint.h>
#define INADDR_ANY 0u
#define INADDR_LOOPBACK 0x7f000001u
#define INET_ADDRSTRLEN 16
typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;
struct in_addr { in_addr_t s_addr; };
struct sockaddr_in { sa_family_t sin_family; in_port_t sin_port; struct in_addr sin_addr; unsigned char sin_zero[8]; };
inline uint16_t htons(uint16_t x) { return __builtin_bswap16(x); }
inline uint16_t ntohs(uint16_t x) { return __builtin_bswap16(x); }
inline uint32_t htonl(uint32_t x) { return __builtin_bswap32(x); }
inline uint32_t ntohl(uint32_t x) { return __builtin_bswap32(x); }
#endif
