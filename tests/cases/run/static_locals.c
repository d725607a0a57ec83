// end: normal 59

static int *slot(int which) {
    static int values[3] = {1, 2};
    static int *last = &values[2];
    if (which == 3)
        return last;
    return last = &values[which];
}

static int depth(int n) {
    static int deepest = 0;
    static int now;
    now++;
    if (now > deepest)
        deepest = now;
    if (n > 0)
        depth(n - 1);
    now--;
    return deepest;
}

int main(void) {
    *slot(3) = 10;
    *slot(0) += 20;
    *slot(3) += 1;
    int a = depth(3), b = depth(1);
    {
        static int a = 9;
        b += a++;
    }
    return *slot(0) + *slot(1) + *slot(2) + a * 3 + b;
}
