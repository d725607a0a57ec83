/* The arithmetic that csmith's programs call: each operator gives its first operand where C gives nothing. */

#ifndef DOVETAIL_SAFE_MATH_H
#define DOVETAIL_SAFE_MATH_H

#include <limits.h>
#include <stdint.h>

/* Signed: LEAST and MOST bound the type; smaller ones are computed in int and cut, as C does. */
#define SIGNED_MATH(TYPE, LEAST, MOST)                                                                         \
    static TYPE safe_unary_minus_func_##TYPE##_s(TYPE a) { return a == LEAST ? a : -a; }                       \
    static TYPE safe_add_func_##TYPE##_s_s(TYPE a, TYPE b) {                                                   \
        return (b > 0 && a > MOST - b) || (b < 0 && a < LEAST - b) ? a : a + b;                                \
    }                                                                                                          \
    static TYPE safe_sub_func_##TYPE##_s_s(TYPE a, TYPE b) {                                                   \
        return (b < 0 && a > MOST + b) || (b > 0 && a < LEAST + b) ? a : a - b;                                \
    }                                                                                                          \
    static TYPE safe_mul_func_##TYPE##_s_s(TYPE a, TYPE b) {                                                   \
        if (a > 0 ? (b > 0 ? a > MOST / b : b < LEAST / a) : (b > 0 ? a < LEAST / b : a != 0 && b < MOST / a)) \
            return a;                                                                                          \
        return a * b;                                                                                          \
    }                                                                                                          \
    static TYPE safe_div_func_##TYPE##_s_s(TYPE a, TYPE b) {                                                   \
        return b == 0 || (a == LEAST && b == -1) ? a : a / b;                                                  \
    }                                                                                                          \
    static TYPE safe_mod_func_##TYPE##_s_s(TYPE a, TYPE b) {                                                   \
        return b == 0 || (a == LEAST && b == -1) ? a : a % b;                                                  \
    }                                                                                                          \
    static TYPE safe_lshift_func_##TYPE##_s_s(TYPE a, int b) {                                                 \
        return a < 0 || b < 0 || b >= (int)sizeof(TYPE) * 8 || a > (MOST >> b) ? a : a << b;                   \
    }                                                                                                          \
    static TYPE safe_lshift_func_##TYPE##_s_u(TYPE a, unsigned b) {                                            \
        return a < 0 || b >= sizeof(TYPE) * 8 || a > (MOST >> b) ? a : a << b;                                 \
    }                                                                                                          \
    static TYPE safe_rshift_func_##TYPE##_s_s(TYPE a, int b) {                                                 \
        return a < 0 || b < 0 || b >= (int)sizeof(TYPE) * 8 ? a : a >> b;                                      \
    }                                                                                                          \
    static TYPE safe_rshift_func_##TYPE##_s_u(TYPE a, unsigned b) {                                            \
        return a < 0 || b >= sizeof(TYPE) * 8 ? a : a >> b;                                                    \
    }

/* Unsigned: computed in WIDE, which is unsigned too, so that 65535 * 65535 is no overflow of int. */
#define UNSIGNED_MATH(TYPE, WIDE)                                                                              \
    static TYPE safe_unary_minus_func_##TYPE##_u(TYPE a) { return -(WIDE)a; }                                  \
    static TYPE safe_add_func_##TYPE##_u_u(TYPE a, TYPE b) { return a + b; }                                   \
    static TYPE safe_sub_func_##TYPE##_u_u(TYPE a, TYPE b) { return a - b; }                                   \
    static TYPE safe_mul_func_##TYPE##_u_u(TYPE a, TYPE b) { return (WIDE)a * b; }                             \
    static TYPE safe_div_func_##TYPE##_u_u(TYPE a, TYPE b) { return b == 0 ? a : a / b; }                      \
    static TYPE safe_mod_func_##TYPE##_u_u(TYPE a, TYPE b) { return b == 0 ? a : a % b; }                      \
    static TYPE safe_lshift_func_##TYPE##_u_s(TYPE a, int b) {                                                 \
        return b < 0 || b >= (int)sizeof(TYPE) * 8 ? a : (WIDE)a << b;                                         \
    }                                                                                                          \
    static TYPE safe_lshift_func_##TYPE##_u_u(TYPE a, unsigned b) {                                            \
        return b >= sizeof(TYPE) * 8 ? a : (WIDE)a << b;                                                       \
    }                                                                                                          \
    static TYPE safe_rshift_func_##TYPE##_u_s(TYPE a, int b) {                                                 \
        return b < 0 || b >= (int)sizeof(TYPE) * 8 ? a : a >> b;                                               \
    }                                                                                                          \
    static TYPE safe_rshift_func_##TYPE##_u_u(TYPE a, unsigned b) {                                            \
        return b >= sizeof(TYPE) * 8 ? a : a >> b;                                                             \
    }

SIGNED_MATH(int8_t, INT8_MIN, INT8_MAX)
SIGNED_MATH(int16_t, INT16_MIN, INT16_MAX)
SIGNED_MATH(int32_t, INT32_MIN, INT32_MAX)
SIGNED_MATH(int64_t, INT64_MIN, INT64_MAX)
UNSIGNED_MATH(uint8_t, unsigned)
UNSIGNED_MATH(uint16_t, unsigned)
UNSIGNED_MATH(uint32_t, uint32_t)
UNSIGNED_MATH(uint64_t, uint64_t)

/* IEEE arithmetic is never undefined. */
static float safe_add_func_float_f_f(float a, float b) { return a + b; }
static float safe_sub_func_float_f_f(float a, float b) { return a - b; }
static float safe_mul_func_float_f_f(float a, float b) { return a * b; }
static float safe_div_func_float_f_f(float a, float b) { return a / b; }

static int32_t safe_convert_func_float_to_int32_t(float a) {
    return a > -2147483648.0f && a < 2147483648.0f ? (int32_t)a : INT32_MAX;
}

#endif
