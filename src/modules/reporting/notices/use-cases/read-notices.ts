import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { Granted, Permissions } from "../../../../kernel/permissions.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { type KindName, kindOf } from "../notice-kinds.ts";
import {
  countUnread,
  findMuted,
  findPlace,
  listNotices,
  type Reader,
  saveMuted,
  saveRead,
  saveReadTo,
} from "../notice-store.ts";
import { eventsFor, kindsFor } from "../notices.ts";

interface Deps {
  db: Db;
  permissions: Permissions;
}

/** The user who reads, and what the role allows. */
interface Caller {
  userId: string;
  granted: Granted;
}

async function readerOf({ db, permissions }: Deps, { userId, granted }: Caller): Promise<Reader> {
  const muted = await findMuted(db, userId);
  return { userId, events: eventsFor(permissions, { granted, muted }) };
}

async function placeOf({ db }: Deps, id: string, field: string): Promise<number> {
  const seq = await findPlace(db, id);
  if (seq === null) throw invalid(`${field} must be the id of a notice`);
  return seq;
}

/** A page of notices, newest first, and how many are unread. */
export async function readNotices(
  deps: Deps,
  caller: Caller,
  { limit, before }: { limit: number; before?: string | undefined },
) {
  const reader = await readerOf(deps, caller);
  const place = before === undefined ? null : await placeOf(deps, before, "before");
  const found = await listNotices(deps.db, { ...reader, before: place, most: limit + 1 });
  return {
    notices: found.slice(0, limit).map(({ occurred_at, ...each }) => ({
      ...each,
      kind: kindOf(each.event),
      occurred_at: occurred_at.toISOString(),
    })),
    has_more: found.length > limit,
    unread: await countUnread(deps.db, reader),
  };
}

export const readUnread = async (deps: Deps, caller: Caller) => ({
  unread: await countUnread(deps.db, await readerOf(deps, caller)),
});

/** Some were read, or all up to one of them. */
export async function markRead(
  deps: Deps,
  caller: Caller,
  { ids = [], up_to }: { ids?: string[]; up_to?: string },
) {
  const place = up_to === undefined ? null : await placeOf(deps, up_to, "up_to");
  await inTransaction(deps.db, async (tx) => {
    if (place !== null) await saveReadTo(tx, caller.userId, place);
    if (ids.length > 0) await saveRead(tx, caller.userId, ids);
  });
  return readUnread(deps, caller);
}

/** The kinds that the role may read, and whether the user wants them. */
export async function readKinds({ db, permissions }: Deps, { userId, granted }: Caller) {
  const muted = await findMuted(db, userId);
  return { kinds: kindsFor(permissions, granted).map((name) => ({ name, is_muted: muted.includes(name) })) };
}

export async function muteKinds(deps: Deps, caller: Caller, muted: readonly KindName[]) {
  await inTransaction(deps.db, (tx) => saveMuted(tx, caller.userId, muted));
  return readKinds(deps, caller);
}
