import type { Plugin } from "./plugin.ts";
import { unknownKey } from "./unknown-key.ts";

const JOB_NAME = /^[a-z][a-z0-9-]{0,39}$/;
const MAX_ATTEMPTS = 100;
const MAX_TIMEOUT = 24 * 60 * 60;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isWhole = (value: unknown, most: number) =>
  value === undefined || (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most);

/** What is wrong with the jobs of a plugin, or null. */
export function checkJobs({ jobs }: Plugin): string | null {
  if (jobs === undefined) return null;
  if (!isObject(jobs)) return "jobs must be an object: { expire: { run } }";
  for (const [name, job] of Object.entries<unknown>(jobs)) {
    if (!JOB_NAME.test(name))
      return `the job ${name} must have a name of lower-case letters, digits and hyphens`;
    if (!isObject(job) || typeof job["run"] !== "function") return `the job ${name} has no function run`;
    if (!isWhole(job["attempts"], MAX_ATTEMPTS))
      return `attempts of the job ${name} must be 1 to ${MAX_ATTEMPTS}`;
    if (!isWhole(job["timeout"], MAX_TIMEOUT))
      return `timeout of the job ${name} must be 1 to ${MAX_TIMEOUT} seconds`;
    const unknown = unknownKey(`the job ${name}`, job, ["run", "attempts", "timeout"]);
    if (unknown) return unknown;
  }
  return null;
}

/** The smallest and the largest value of each field: minute, hour, day of the month, month, day of the week. */
const CRON_RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;
const CRON_NAMES = ["minute", "hour", "day of the month", "month", "day of the week"];
const CRON_PART = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/;

/** What is wrong with a pattern, or null. */
function problemOfPattern(pattern: unknown): string | null {
  const fields = typeof pattern === "string" ? pattern.trim().split(/\s+/) : [];
  if (fields.length !== CRON_RANGES.length)
    return `must have five fields like 0 3 * * *, not ${JSON.stringify(pattern)}`;
  const place = fields.findIndex((field, at) =>
    field.split(",").some((part) => !isPart(part, CRON_RANGES[at]!)),
  );
  if (place < 0) return null;
  const [least, most] = CRON_RANGES[place]!;
  return `has the ${CRON_NAMES[place]} ${fields[place]}: it must be *, numbers from ${least} to ${most}, ranges like ${least}-${most}, with steps like */2`;
}

function isPart(part: string, [least, most]: readonly [number, number]): boolean {
  const found = CRON_PART.exec(part);
  if (!found) return false;
  const [from, to, step] = found.slice(1).map((each) => (each === undefined ? undefined : Number(each)));
  const isInRange = (value: number | undefined) => value === undefined || (value >= least && value <= most);
  return isInRange(from) && isInRange(to) && (to === undefined || to >= from!) && step !== 0;
}

export function checkSchedules({ schedules, jobs = {} }: Plugin): string | null {
  if (schedules === undefined) return null;
  if (!Array.isArray(schedules)) return "schedules must be a list: [{ job, pattern }]";
  const scheduled = new Set<string>();
  for (const schedule of schedules as readonly unknown[]) {
    if (!isObject(schedule)) return "a schedule must be an object: { job, pattern }";
    const { job, pattern, missed } = schedule;
    if (typeof job !== "string" || !Object.hasOwn(jobs, job))
      return `a schedule names the job ${job}, which the plugin does not have`;
    if (scheduled.has(job)) return `the job ${job} has two schedules: one pattern can name several times`;
    scheduled.add(job);
    const problem = problemOfPattern(pattern);
    if (problem !== null) return `the pattern of the job ${job} ${problem}`;
    if (missed !== undefined && missed !== "once" && missed !== "skip")
      return `missed of the job ${job} must be once or skip`;
    const unknown = unknownKey(`the schedule of the job ${job}`, schedule, ["job", "pattern", "missed"]);
    if (unknown) return unknown;
  }
  return null;
}

export function checkEvents({ name, events }: Plugin): string | null {
  if (events === undefined) return null;
  if (!isObject(events)) return "events must be an object of names and schemas";
  for (const [event, schema] of Object.entries(events)) {
    if (!event.startsWith(`${name}.`) || !/^[a-z0-9-]+(\.[a-z0-9_-]+)+$/.test(event))
      return `the event ${event} must begin with ${name}. and have lower-case letters, digits, hyphens and underscores`;
    if (!isObject(schema)) return `the event ${event} has no schema of its data`;
  }
  return null;
}
