// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <stdio.h>

int main(void) {
    struct {
        char text[4], name[4];
        int count;
    } all = {"", "xyz", 0};
    const char *format = "%s%n";
    sprintf(all.text, "%s%n", all.name, &all.count);
    assert(all.text[2] == 'z' && all.count == 3);
    snprintf(all.text, 4, format, all.name, &all.count);
    assert(all.text[2] == 'z' && all.count == 3);
}
