import type { Task } from "../../../../jobs/runner.ts";
import type { Work } from "../../../../jobs/work.ts";
import type { JobDeps, JobType } from "../job-type.ts";
import { cleanUpJob, type Engine, removeJobInput } from "./engine.ts";
import { CLEAN_UP, PREPARE, PROCESS, REMOVE_INPUT } from "./job-steps.ts";
import { jobTypeFinder } from "./job-types.ts";
import { prepareJob } from "./prepare-job.ts";
import { processJob } from "./process-job.ts";

/** The queue tasks of batch jobs. */
export function batchJobWork(
  { log, ...deps }: JobDeps & { log: Engine["log"] },
  types: readonly JobType[],
): Work {
  const engine: Engine = { deps, findType: jobTypeFinder(types, deps.providers), log };
  const idOf = (payload: Record<string, unknown>) => String(payload.id);
  const tasks: Record<string, Task> = {
    [PREPARE]: (payload, run) => prepareJob(engine, idOf(payload), run),
    [PROCESS]: (payload, run) => processJob(engine, idOf(payload), run),
    [CLEAN_UP]: (payload) => cleanUpJob(engine, idOf(payload)),
    [REMOVE_INPUT]: (payload) => removeJobInput(engine, idOf(payload)),
  };
  return { tasks };
}
