/* The inputs of the tests, and the functions through which the program asks for them. The environment variable
 * DOVETAIL_TEST says which test it is. What is missing at the end is zero. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

union number { long long i; float f; double d; unsigned long long wide[2]; };
struct piece { unsigned long size; const char *bytes; };
struct test {
    int number;
    const union number *numbers;
    unsigned long number_count;
    const struct piece *memory;
    unsigned long memory_count;
};
