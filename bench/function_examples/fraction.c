/* The sum of two fractions. */
struct fraction { int top, bottom; };

struct fraction add(struct fraction a, struct fraction b) {
    struct fraction sum = {0, 1};
    if (a.bottom == 0 || b.bottom == 0) {
        sum.bottom = 0;
        return sum;
    }
    if (a.bottom == b.bottom) {
        sum.top = a.top + b.top;
        sum.bottom = a.bottom;
    } else {
        sum.top = a.top * b.bottom + b.top * a.bottom;
        sum.bottom = a.bottom * b.bottom;
    }
    return sum;
}
