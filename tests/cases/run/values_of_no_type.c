// end: normal 24

static int count;
static void one(void) { count += 1; }
static void ten(void) { count += 10; }

int main(void) {
    int yes = 1, no = 0;
    yes ? one() : ten();
    no ? one() : (void)0;
    yes && (one(), 1);
    (void)(no || (ten(), 1));
    void *p = &count;
    *p;
    (void)*p;
    (void)0, one();
    __builtin_choose_expr(1, count++, ten());
    for (ten(); no; one())
        ;
    return count;
}
