import type { Connection } from "../../../../db/database.ts";
import { mostUsedTags } from "../tag-usage-store.ts";

/** The tags that most products have, the most used first. */
export const listTagUsage = ({ db }: { db: Connection }) => mostUsedTags(db);
