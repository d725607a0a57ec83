// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <search.h>

int main(void) {
    ENTRY item = {"one", (void *)1}, other = {"two", 0};
    if (!hcreate(4))
        return 0;
    ENTRY *entered = hsearch(item, ENTER);
    assert(entered != 0 && hsearch(item, FIND) == entered && entered->data == (void *)1);
    assert(hsearch(other, FIND) == 0);
    hdestroy();
    return 0;
}
