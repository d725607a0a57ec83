/* Every element into a range; how many had to be changed. */
int clamp(int *values, int count, int low, int high) {
    int changed = 0;
    if (!values || count > 16 || low > high)
        return -1;
    for (int i = 0; i < count; i++) {
        if (values[i] < low) {
            values[i] = low;
            changed++;
        } else if (values[i] > high) {
            values[i] = high;
            changed += 2;
        }
    }
    return changed;
}
