// end: normal 28

/* GNU C: labels as values. A little interpreter. */
int main(void) {
    static const void *const operations[] = {&&push, &&add, &&twice, &&halt};
    static const unsigned char code[] = {0, 5, 0, 9, 1, 2, 3};
    int stack[4], top = 0;
    const unsigned char *at = code;
    goto *operations[*at++];
push:
    stack[top++] = *at++;
    goto *operations[*at++];
add:
    top--;
    stack[top - 1] += stack[top];
    goto *operations[*at++];
twice:
    stack[top - 1] *= 2;
    goto *operations[*at++];
halt:
    return stack[0];
}
