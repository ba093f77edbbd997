import type { Relation, ToOne } from "./entity.ts";
import type { Selection } from "./selection.ts";

/**
 * The version of all reference data that a statement sees (migrations/0005_change_tracking.sql). Rows
 * that were read at the same version are current. While a backup is being restored there may be no version: then a
 * random one makes sure that nothing cached is used.
 */
export const REFERENCE_DATA_VERSION =
  "(select coalesce(string_agg(id || mark, ','), gen_random_uuid()::text) from tradewind.reference_data_change)";

const isReferenceDataOnly = ({ entity, relations }: Selection): boolean =>
  entity.isReferenceData === true && [...relations.values()].every(isReferenceDataOnly);

/** Whether the related row, with everything that is selected of it, can come from the reference-data cache. */
export const isReadFromCache = (relation: Relation, next: Selection): relation is ToOne =>
  relation.kind === "one" && relation.isReferenceData === true && isReferenceDataOnly(next);
