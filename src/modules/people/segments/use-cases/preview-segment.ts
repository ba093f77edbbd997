import type { Connection } from "../../../../db/database.ts";
import { rulesFrom, type SegmentRules } from "../segment.ts";
import { previewRules } from "../segment-store.ts";

/** How many customers match, and a few of them. Nothing is stored. */
export const previewSegment = ({ db }: { db: Connection }, rules: SegmentRules) =>
  previewRules(db, rulesFrom(rules));
