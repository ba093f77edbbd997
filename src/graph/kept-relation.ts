import type { Relation, ToOne } from "./entity.ts";
import type { Selection } from "./selection.ts";

/**
 * Which changes of rows in memory a statement sees (migrations/0005_change_tracking.sql). Rows that were read with the
 * same ones are still right. While a backup is being restored there may be none yet: then nothing is known to be right.
 */
export const KEPT_VERSION =
  "(select coalesce(string_agg(id || mark, ','), gen_random_uuid()::text) from tradewind.reference_data_change)";

const isKeptWhole = ({ entity, relations }: Selection): boolean =>
  entity.isKept === true && [...relations.values()].every(isKeptWhole);

/** Whether the related row, with all that is read of it, can come from the memory of the process. */
export const isTakenFromKept = (relation: Relation, next: Selection): relation is ToOne =>
  relation.kind === "one" && relation.isKept === true && isKeptWhole(next);
