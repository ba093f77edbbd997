import type { Connection } from "../../../../db/database.ts";
import { listUserRows } from "../user-store.ts";

/** Everybody who may log in, the first one first; for the command line. */
export const listUsers = ({ db }: { db: Connection }) => listUserRows(db);
