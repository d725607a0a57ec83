// strategy: auto
// verdict: violated
#include <assert.h>
#include <stdlib.h>

static float step(float x) { return x - (x * x * x - 2.0f * x + 2.0f) / (3.0f * x * x - 2.0f + x); }

int main(void) {
    float x; /* not initialised: any */
    if (!(x > -2.5f && x < 2.5f))
        abort();
    x = step(step(step(step(x))));
    assert(!(x > 3.5f && x < 3.75f));
    return 0;
}
