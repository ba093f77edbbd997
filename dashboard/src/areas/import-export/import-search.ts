import {
  IMPORT_TYPES,
  type ImportType,
  JOB_TYPES,
  type JobType,
} from "../../data/import-export/import-types.ts";
import { listParam, oneOfParam, pageParam, textParam, withoutEmpty } from "../../kit/list/search-params.ts";

/** As the filters of the list can tell them apart. */
export const STATES = ["running", "waiting", "completed", "failed", "canceled"] as const;
export type JobStateFilter = (typeof STATES)[number];

export interface ImportsSearch {
  type?: JobType[] | undefined;
  state?: JobStateFilter | undefined;
  page?: number | undefined;
}

export const importsSearch = (given: Record<string, unknown>): ImportsSearch =>
  withoutEmpty<ImportsSearch>({
    type: listParam(given["type"], JOB_TYPES),
    state: oneOfParam(given["state"], STATES),
    page: pageParam(given["page"]),
  });

/** What a new import is about. */
export interface NewImportSearch {
  type?: ImportType | undefined;
  list?: string | undefined;
  /** The import whose file is corrected: its columns keep their meaning. */
  from?: string | undefined;
}

export const newImportSearch = (given: Record<string, unknown>): NewImportSearch =>
  withoutEmpty<NewImportSearch>({
    type: oneOfParam(given["type"], IMPORT_TYPES),
    list: textParam(given["list"]),
    from: textParam(given["from"]),
  });
