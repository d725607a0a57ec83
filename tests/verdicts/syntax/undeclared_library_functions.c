// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#define assert(c) if (!(c)) reach_error()
/* Compilers know what these return. */
int main(void) {
    char *text = malloc(4);
    memcpy(text, "abc", 4);
    char *found = strchr(text, 'b');
    if (found != text + 1)
        reach_error();
    assert(strlen(found) == 2);

    return 0;
}
