// property: valid-memsafety
// end: violation invalid-deref line 9

static const short weights[6] = {5, 4, 3, 2, 1, 0};

int main(void) {
    int sum = 0;
    for (unsigned i = 5; i >= 0; i--) {
        sum += weights[i];
        if (sum > 1000)
            break;
    }
    return sum;
}
