// property: valid-memsafety
// end: normal 15

int main(void) {
    int values[5] = {1, 2, 3, 4, 5};
    int *end = values + 5; /* may be formed and compared, not read */
    int sum = 0;
    for (int *at = values; at != end; at++)
        sum += *at;
    for (int *at = end; at > values;)
        if (*--at < 0)
            return 1;
    return sum;
}
