import type { PrivateDataOfEvents } from "../events/private-data.ts";
import type { AppContext } from "../http/routes.ts";
import type { Schedule, Task, Work } from "../jobs/runner.ts";
import { Declarations } from "./declarations.ts";
import type { Module, WorkContext } from "./define-module.ts";

/** The tasks of all modules, and when they run. */
export function joinWork(modules: readonly Module[], context: WorkContext): Required<Work> {
  const tasks = new Declarations<Task>("task");
  const schedules = new Declarations<Schedule>("schedule of");
  for (const { name, work } of modules) {
    const own = work?.(context);
    tasks.addAll(name, own?.tasks);
    for (const schedule of own?.schedules ?? []) schedules.add(name, schedule.task, schedule);
  }
  for (const { name, owner } of schedules)
    if (!tasks.has(name))
      throw new Error(`${owner} has a schedule of ${name}, which is the task of no module`);
  return { tasks: tasks.asRecord(), schedules: schedules.values() };
}

/** The events whose subscribers get a token that is not in the log. Migration 0015 has the same names. */
export function joinPrivateData(
  modules: readonly Module[],
  deps: Pick<AppContext, "db" | "secrets">,
): PrivateDataOfEvents {
  const events = new Set(modules.flatMap((module) => Object.keys(module.events?.types ?? {})));
  const makers = new Declarations<PrivateDataOfEvents[string]>("private data of");
  for (const { name, privateData } of modules) makers.addAll(name, privateData?.(deps));
  for (const { name, owner } of makers)
    if (!events.has(name)) throw new Error(`${owner} has private data of ${name}, which no module announces`);
  return makers.asRecord();
}
