/* FreeRTOS: a queue with two places hands numbers on in the order they came in, also where the places wrap around; it
 * takes no third one, and gives none when it is empty. */
// project: FreeRTOS-Kernel
// files: {FreeRTOS-Kernel}/queue.c, {FreeRTOS-Kernel}/list.c
// flags: -I {FreeRTOS-Kernel}/include -I {FreeRTOS-Kernel}/portable/template -I {FreeRTOS-Kernel}/examples/coverity
// property: valid-memsafety, unreach-call
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <FreeRTOS.h>
#include <queue.h>

#define PLACES 2
#define STEPS 4

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
