"""Dovetail for BenchExec: a tool-info module.

`benchexec --tool-directory` is the folder of the executable; the tool of a benchmark definition is this
module, `tool="dovetail"`, with its folder in PYTHONPATH. Tasks are read under the conventions of SV-COMP.
With `--witness witness.yml` among the options, `<resultfiles>witness.yml</resultfiles>` collects witnesses.
"""

from __future__ import annotations

import re

import benchexec.result as result
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task
from benchexec.tools.template import BaseTool2

_VIOLATED = re.compile(r"violated: ([\w-]+) at ")
_PROPERTIES = {
    "unreach-call": result.RESULT_FALSE_REACH,
    "assertion": result.RESULT_FALSE_REACH,
    "overflow": result.RESULT_FALSE_OVERFLOW,
    "invalid-deref": result.RESULT_FALSE_DEREF,
    "invalid-free": result.RESULT_FALSE_FREE,
    "memory-leak": result.RESULT_FALSE_MEMTRACK,
    "memory-cleanup": result.RESULT_FALSE_MEMCLEANUP,
}
"""Of a check that fails, by its kind, which property of SV-COMP that violates."""


class Tool(BaseTool2):
    def name(self):
        return "Dovetail"

    def project_url(self):
        return "https://pypi.org/project/dovetail/"

    def executable(self, tool_locator):
        return tool_locator.find_executable("dovetail")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="dovetail ")

    def environment(self, executable):
        """What the tool of a run finds in the home of a container does not matter to it."""
        return {"newEnv": {"DOVETAIL_SERVER": ""}}

    def cmdline(self, executable, options, task, rlimits):
        """The limits are the tool's own, too: it then says what it knows in time."""
        words = [executable, "check", "--svcomp", *options]
        if task.property_file and "--property" not in options:
            words += ["--property", task.property_file]
        model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        if model and "--data-model" not in options:
            words += ["--data-model", model]
        seconds = [float(limit) for limit in (rlimits.walltime, rlimits.cputime) if limit]
        if seconds and "--timeout" not in options:
            words += ["--timeout", f"{max(1, int(0.95 * min(seconds)))}s"]
        if rlimits.memory and "--memory" not in options:
            words += ["--memory", f"{max(1, int(0.9 * rlimits.memory) >> 20)}MiB"]
        return [*words, *task.input_files]

    def determine_result(self, run):
        """Only the last line counts, if the status agrees with it."""
        lines = [line.strip() for line in run.output if line.strip()]
        last = lines[-1] if lines else ""
        status = run.exit_code.value
        if last == "VERDICT: PROVED" and status == 0:
            return result.RESULT_TRUE_PROP
        if last == "VERDICT: VIOLATED" and status == 1:
            found = (found for line in lines if (found := _VIOLATED.match(line)) is not None)
            kinds = dict.fromkeys(_PROPERTIES.get(one[1], result.RESULT_FALSE_PROP) for one in found)
            return next(iter(kinds), result.RESULT_FALSE_PROP)
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        if status == 2:
            return f"{result.RESULT_ERROR} (bad input)"
        if last == "VERDICT: UNKNOWN" and status == 3:
            why = next((line for line in lines if line.startswith("unknown: ")), "unknown: ")
            return result.RESULT_UNKNOWN if len(why) == 9 else f"{result.RESULT_UNKNOWN} ({why[9:60]})"
        return result.RESULT_ERROR
