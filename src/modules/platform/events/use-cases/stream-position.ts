import type { Connection } from "../../../../db/database.ts";
import type { LogPosition } from "../../../../events/cursor-store.ts";
import { BEGINNING } from "../../../../events/event-feed.ts";
import { findLastSettled, findPositionOf } from "../../../../events/event-feed-store.ts";
import { invalid } from "../../../../kernel/refusal.ts";

/** The id that stands for an empty log: a client that resumes with it gets every event. */
const BEFORE_ALL = "begin";

interface Resumption {
  /** The last event that the client has; undefined for a client that begins now. */
  lastId: string | undefined;
  /** Where it was sent, for a refusal. */
  field: string;
}

/** Where a stream begins, and its first message. */
export async function streamPosition(
  { db }: { db: Connection },
  { lastId, field }: Resumption,
): Promise<{ position: LogPosition; opening: string }> {
  if (lastId === undefined) return fromNow(db, "ready");
  if (lastId === BEFORE_ALL) return { position: BEGINNING, opening: messageOf("ready", lastId) };
  if (!/^evt_\w{1,100}$/.test(lastId)) throw invalid(`${field} must be the id of an event`);
  const position = await findPositionOf(db, lastId);
  // It was deleted because of its age. The client must load again what it shows.
  return position ? { position, opening: messageOf("ready", lastId) } : fromNow(db, "reset");
}

async function fromNow(db: Connection, kind: "ready" | "reset") {
  const last = await findLastSettled(db);
  return { position: last ?? BEGINNING, opening: messageOf(kind, last?.id ?? BEFORE_ALL) };
}

/** Clients of a process that ended come back at different times. */
const retryPause = () => 1_000 + Math.floor(Math.random() * 2_000);

const messageOf = (kind: "ready" | "reset", id: string) =>
  `retry: ${retryPause()}\nid: ${id}\nevent: ${kind}\ndata: {}\n\n`;
