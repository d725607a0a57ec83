// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdatomic.h>

static _Atomic int shared = 3;
static atomic_flag taken = ATOMIC_FLAG_INIT;
static int numbers[3] = {1, 2, 3};
static _Atomic(int *) cursor = numbers;

int main(void) {
    int expected = 4, plain = 6;
    shared++;
    assert(atomic_fetch_add(&shared, 2) == 4);
    assert(!atomic_compare_exchange_strong(&shared, &expected, 9) && expected == 6);
    assert(atomic_compare_exchange_strong(&shared, &expected, 9) && shared == 9);
    assert(!atomic_flag_test_and_set(&taken) && atomic_flag_test_and_set(&taken));
    atomic_fetch_add(&cursor, 2);
    assert(*cursor == 3);
    assert(__atomic_fetch_nand(&plain, 3, __ATOMIC_SEQ_CST) == 6 && plain == ~2);
    atomic_thread_fence(memory_order_seq_cst);
    assert(__atomic_exchange_n(&plain, 5, __ATOMIC_RELAXED) == ~2);
    __atomic_store(&plain, &expected, __ATOMIC_SEQ_CST);
    assert(!(__atomic_add_fetch(&plain, 1, __ATOMIC_ACQUIRE) == 7));
    return 0;
}
