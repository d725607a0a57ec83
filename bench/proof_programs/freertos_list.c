/* FreeRTOS: four items with any values are put into a list, in order, and one of them is taken out again. */
// project: FreeRTOS-Kernel
// files: {FreeRTOS-Kernel}/list.c
// flags: -I {FreeRTOS-Kernel}/include -I {FreeRTOS-Kernel}/portable/template -I {FreeRTOS-Kernel}/examples/coverity
// property: unreach-call, valid-memsafety
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <FreeRTOS.h>
#include <list.h>

#ifndef ITEMS
#define ITEMS 4
#endif

static void in_order(List_t *list, unsigned length) {
    assert(listCURRENT_LIST_LENGTH(list) == length);
    const ListItem_t *end = listGET_END_MARKER(list), *item = end;
    for (unsigned i = 0; i < length; i++) {
        const ListItem_t *next = item->pxNext;
        assert(next->pxPrevious == item && next != end && next->pxContainer == list);
        assert(item == end || item->xItemValue <= next->xItemValue);
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
    }
    in_order(&list, ITEMS);
    unsigned which = dovetail_any_uint() % ITEMS;
    assert(uxListRemove(&items[which]) == ITEMS - 1);
    in_order(&list, ITEMS - 1);
    return 0;
}
