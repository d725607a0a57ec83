// end: normal 4

enum level { LOW = -3, MIDDLE, HIGH = LOW + 10, TOP };
enum big { SMALL, HUGE = 0x80000000u };
enum { ONE = 1, SIZE = sizeof(int[3]) / sizeof(int), LETTER = 'a' };
typedef enum { OFF, ON = !OFF } toggle;

static int next(enum level l) {
    enum level { LOW = 1 }; /* another one, inside */
    return l + LOW;
}

int main(void) {
    enum level l = MIDDLE;
    toggle t = ON;
    int values[SIZE] = {[ONE] = LETTER};
    l++;
    t = 5;
    int h = next(l) * 7 + (MIDDLE < 0) + HIGH + TOP * 2 + t;
    h += values[1] + (HUGE > 0) + (int)(sizeof(enum big)) + ((enum level)9 == 9);
    return h & 127;
}
