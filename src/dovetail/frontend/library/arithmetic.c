/* Models of the integer arithmetic of <stdlib.h> and <inttypes.h>.
 *
 * What does not fit its type is undefined here as it is in the operators, and the mistake is the caller's: unlike the
 * other models, this one is watched for overflow in a native run.
 */

int abs(int x) {
    return x < 0 ? -x : x;
}

long labs(long x) {
    return x < 0 ? -x : x;
}

long long llabs(long long x) {
    return x < 0 ? -x : x;
}

__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ x) {
    return x < 0 ? -x : x;
}

typedef struct {
    int quot, rem;
} div_t;

typedef struct {
    long quot, rem;
} ldiv_t;

typedef struct {
    long long quot, rem;
} lldiv_t;

div_t div(int x, int y) {
    div_t result = {x / y, x % y};
    return result;
}

ldiv_t ldiv(long x, long y) {
    ldiv_t result = {x / y, x % y};
    return result;
}

lldiv_t lldiv(long long x, long long y) {
    lldiv_t result = {x / y, x % y};
    return result;
}

typedef struct {
    __INTMAX_TYPE__ quot, rem;
} imaxdiv_t;

imaxdiv_t imaxdiv(__INTMAX_TYPE__ x, __INTMAX_TYPE__ y) {
    imaxdiv_t result = {x / y, x % y};
    return result;
}
