// property: valid-memsafety
// inputs: 5
// end: violation invalid-deref line 24
// data-model: ILP32

extern int __VERIFIER_nondet_int(void);

struct device {
    char name[12];
    struct {
        int speed;
        int duplex;
    } link;
};

static struct device eth0 = {"eth0", {100, 1}};

static struct device *lookup(int number) {
    return number == 0 ? &eth0 : (struct device *)0;
}

int main(void) {
    int number = __VERIFIER_nondet_int();
    return lookup(number)->link.duplex;
}
