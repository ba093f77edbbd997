import type { Schedule, Task } from "./runner.ts";

/** The background tasks of a module. */
export interface Work {
  tasks: Readonly<Record<string, Task>>;
  schedules?: readonly Schedule[];
}

/** The tasks of all modules. Two modules cannot have a task of the same name. */
export function joinedWork(works: readonly Work[]): Required<Work> {
  const tasks: Record<string, Task> = {};
  for (const [name, task] of works.flatMap((work) => Object.entries(work.tasks))) {
    if (tasks[name]) throw new Error(`the task ${name} is defined twice`);
    tasks[name] = task;
  }
  return { tasks, schedules: works.flatMap((work) => work.schedules ?? []) };
}
