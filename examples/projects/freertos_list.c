/* FreeRTOS: three items with any values are put into a list, and any one of them is taken out again. The list is
 * sorted, equals stay in the order they came in, links lead there and back, and the count is right. */
// project: FreeRTOS-Kernel
// files: {FreeRTOS-Kernel}/list.c
// flags: -I {FreeRTOS-Kernel}/include -I {FreeRTOS-Kernel}/portable/template -I {FreeRTOS-Kernel}/examples/coverity
// property: valid-memsafety, unreach-call
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <FreeRTOS.h>
#include <list.h>

#define ITEMS 3

static void check(const List_t *list, UBaseType_t count) {
    const ListItem_t *end = listGET_END_MARKER(list), *item = end;
    assert(listCURRENT_LIST_LENGTH(list) == count);
    for (UBaseType_t i = 0; i < count; i++) {
        const ListItem_t *next = item->pxNext;
        assert(next != end && next->pxPrevious == item && next->pxContainer == list);
        assert(item == end || item->xItemValue < next->xItemValue ||
               (item->xItemValue == next->xItemValue && item < next));
        item = next;
    }
    assert(item->pxNext == end && end->pxPrevious == item);
}

int main(void) {
    List_t list;
    ListItem_t items[ITEMS];
    vListInitialise(&list);
    for (int i = 0; i < ITEMS; i++) {
        vListInitialiseItem(&items[i]);
        listSET_LIST_ITEM_VALUE(&items[i], dovetail_any_ulong());
        vListInsert(&list, &items[i]);
        check(&list, i + 1);
    }
    unsigned which = dovetail_any_uint();
    dovetail_assume(which < ITEMS);
    assert(uxListRemove(&items[which]) == ITEMS - 1);
    check(&list, ITEMS - 1);
    assert(items[which].pxContainer == 0);
    return 0;
}
