/* A heater that is switched with some hysteresis, and an alarm. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int heating = 0, switched = 0, alarm = 0;
    for (int hour = 0; hour < 5; hour++) {
        int degrees = __VERIFIER_nondet_int();
        if (degrees < -40 || degrees > 60)
            return 99;
        if (degrees < 18 && !heating) {
            heating = 1;
            switched++;
        } else if (degrees > 22 && heating) {
            heating = 0;
            switched++;
        }
        if (degrees < 5)
            alarm++;
        else if (alarm > 0 && degrees >= 10)
            alarm = 0;
    }
    return heating + 2 * alarm + 16 * switched;
}
