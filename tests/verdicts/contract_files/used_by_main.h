int next_of(int number)
    __CPROVER_requires(number > 0)
    __CPROVER_assigns()
    __CPROVER_ensures(__CPROVER_return_value > number);
