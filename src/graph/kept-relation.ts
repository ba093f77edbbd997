import type { Relation, ToOne } from "./entity.ts";
import type { Selection } from "./selection.ts";

/** Which changes of kept rows a statement sees. Rows that were read with the same ones are still right. */
export const KEPT_VERSION = "(select string_agg(id::text, ',') from tradewind.kept_change)";

const isKeptWhole = ({ entity, relations }: Selection): boolean =>
  entity.isKept === true && [...relations.values()].every(isKeptWhole);

/** Whether the related row, with all that is read of it, can come from the memory of the process. */
export const isTakenFromKept = (relation: Relation, next: Selection): relation is ToOne =>
  relation.kind === "one" && relation.isKept === true && isKeptWhole(next);
