/* What a program by csmith needs, in Dovetail's own words: arithmetic that is never undefined, and a checksum
   of which all 32 bits can be seen.

   Under Dovetail (in the executor and natively) the checksum is the program's exit code, which is not cut to a
   byte there; under any other compiler it is printed. */

#ifndef DOVETAIL_CSMITH_H
#define DOVETAIL_CSMITH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "safe_math.h"

static uint32_t crc32_context = 0xFFFFFFFFu;

static void crc32_gentab(void) {}

static void platform_main_begin(void) {}

/* Multiplication by an odd number loses nothing: programs that differ in one value differ in the sum. */
static void checksum_word(uint32_t word) {
    crc32_context = ((crc32_context << 5 | crc32_context >> 27) ^ word) * 2654435761u;
}

static void transparent_crc(uint64_t value, const char *name, int verbose) {
    checksum_word((uint32_t)value);
    checksum_word((uint32_t)(value >> 32));
    if (verbose)
        printf("%s: %u\n", name, (unsigned)crc32_context);
}

/* Floats: their bits, except that all NaNs are one, because C leaves the bits of a NaN open. */
static void transparent_crc_bytes(const void *data, int size, const char *name, int verbose) {
    uint32_t bits = 0;
    memcpy(&bits, data, size < 4 ? (size_t)size : 4);
    if (size == 4 && (bits & 0x7FFFFFFFu) > 0x7F800000u)
        bits = 0x7FC00000u;
    transparent_crc(bits, name, verbose);
}

static void platform_main_end(uint32_t sum, int verbose) {
#ifdef __DOVETAIL__
    exit((int)sum);
#else
    printf("%s%u\n", verbose ? "checksum " : "", (unsigned)sum);
#endif
}

#endif
