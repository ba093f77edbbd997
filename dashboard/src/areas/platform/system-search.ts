import {
  dayParam,
  fromParam,
  oneOfParam,
  pageParam,
  textParam,
  withoutEmpty,
} from "../../kit/list/search-params.ts";

type Given = Record<string, unknown>;

/** Which events are listed, and the one that is open. */
export interface EventSearch {
  name?: string | undefined;
  entity?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  page?: number | undefined;
  event?: string | undefined;
}

export const eventSearch = (given: Given): EventSearch =>
  withoutEmpty<EventSearch>({
    name: textParam(given["name"]),
    entity: textParam(given["entity"]),
    from: fromParam(given["from"]),
    to: dayParam(given["to"]),
    page: pageParam(given["page"]),
    event: textParam(given["event"]),
  });

/** A change or a deletion. */
const METHODS = ["POST", "DELETE"] as const;

export interface AuditSearch {
  user?: string | undefined;
  method?: (typeof METHODS)[number] | undefined;
  path?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  page?: number | undefined;
}

export const auditSearch = (given: Given): AuditSearch =>
  withoutEmpty<AuditSearch>({
    user: textParam(given["user"]),
    method: oneOfParam(given["method"], METHODS),
    path: textParam(given["path"]),
    from: fromParam(given["from"]),
    to: dayParam(given["to"]),
    page: pageParam(given["page"]),
  });

export const JOB_STATES = ["waiting", "scheduled", "running", "dead"] as const;
export type JobState = (typeof JOB_STATES)[number];

export interface JobSearch {
  state?: JobState | undefined;
  task?: string | undefined;
  page?: number | undefined;
}

export const jobSearch = (given: Given): JobSearch =>
  withoutEmpty<JobSearch>({
    state: oneOfParam(given["state"], JOB_STATES),
    task: textParam(given["task"]),
    page: pageParam(given["page"]),
  });
