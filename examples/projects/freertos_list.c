/* FreeRTOS: two items with any values are put into a list, and then one of them is taken out again. The list is
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

int main(void) {
    List_t list;
    ListItem_t one, two;
    vListInitialise(&list);
    vListInitialiseItem(&one);
    vListInitialiseItem(&two);
    listSET_LIST_ITEM_VALUE(&one, dovetail_any_ulong());
    listSET_LIST_ITEM_VALUE(&two, dovetail_any_ulong());
    vListInsert(&list, &one);
    vListInsert(&list, &two);

    const ListItem_t *end = listGET_END_MARKER(&list);
    const ListItem_t *first = two.xItemValue < one.xItemValue ? &two : &one;
    const ListItem_t *second = first == &one ? &two : &one;
    assert(listCURRENT_LIST_LENGTH(&list) == 2);
    assert(end->pxNext == first && first->pxNext == second && second->pxNext == end);
    assert(end->pxPrevious == second && second->pxPrevious == first && first->pxPrevious == end);

    assert(uxListRemove(&one) == 1);
    assert(end->pxNext == &two && two.pxNext == end && end->pxPrevious == &two && two.pxPrevious == end);
    assert(one.pxContainer == 0 && two.pxContainer == &list);
    return 0;
}
