/* FreeRTOS: four times a number is sent to a queue with two places, or received from it. Numbers come out in the order
 * they came in, also where the places wrap around; no third one goes in, none comes out of an empty queue, and the
 * scheduler is not asked for anything, since no task waits. */
// project: FreeRTOS-Kernel
// files: {FreeRTOS-Kernel}/queue.c, {FreeRTOS-Kernel}/list.c
// flags: -I {FreeRTOS-Kernel}/include -I {FreeRTOS-Kernel}/portable/template -I {FreeRTOS-Kernel}/examples/coverity
// property: valid-memsafety, unreach-call
// verdict: proved
// accept-bounds: yes
#include <assert.h>
#include <dovetail.h>
#include <FreeRTOS.h>
#include <queue.h>
#include <task.h>

#define PLACES 2
#define STEPS 4

BaseType_t xTaskRemoveFromEventList(const List_t *waiting) {
    (void)waiting;
    assert(0);
    return pdFALSE;
}

BaseType_t xTaskPriorityDisinherit(TaskHandle_t holder) {
    (void)holder;
    assert(0);
    return pdFALSE;
}

int main(void) {
    StaticQueue_t memory;
    uint8_t places[PLACES * sizeof(unsigned)];
    QueueHandle_t queue = xQueueCreateStatic(PLACES, sizeof(unsigned), places, &memory);
    unsigned sent = 0, received = 0, first = dovetail_any_uint();
    for (int i = 0; i < STEPS; i++) {
        unsigned number = first + sent;
        if (dovetail_any_bool()) {
            BaseType_t room = xQueueSendFromISR(queue, &number, 0);
            assert((room == pdTRUE) == (sent - received < PLACES));
            sent += room == pdTRUE;
        } else {
            BaseType_t some = xQueueReceiveFromISR(queue, &number, 0);
            assert((some == pdTRUE) == (sent != received));
            assert(some != pdTRUE || number == first + received);
            received += some == pdTRUE;
        }
        assert(uxQueueMessagesWaitingFromISR(queue) == sent - received);
    }
    return 0;
}
