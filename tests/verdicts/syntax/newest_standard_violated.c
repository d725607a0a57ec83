// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
/* Nothing of this could be read as C11. */
#include <assert.h>

enum color : unsigned char { RED = 250, BLUE };
constexpr int LENGTH = 3;
constexpr struct { int first, second; } PAIR = {4, 5};

[[nodiscard]] static bool both(bool left, [[maybe_unused]] int, bool right) {
    return left && right;
}

static int nothing_given() {
    return 1'000;
}

int main(void) {
    static_assert(sizeof(enum color) == 1);
    int *none = nullptr;
    int numbers[LENGTH] = {};
    typeof_unqual(const int) changed = 0b101;
    auto half = 0.5;
    changed += nothing_given();
    switch (changed) {
    case 1005:
        numbers[1] = PAIR.second;
        [[fallthrough]];
    default:
        numbers[2] = BLUE;
    }
    assert(none == nullptr && both(true, 7, !false));
    assert(half * 2 == 1 && numbers[0] == 0);
    assert(!(numbers[1] + numbers[2] == 256));
    return 0;
}
