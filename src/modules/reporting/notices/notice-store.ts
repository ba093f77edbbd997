import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { byEvent, isForUser } from "./notice-kinds.ts";

export interface Reader {
  userId: string;
  /** The names of the events that the user may read and wants. */
  events: readonly string[];
}

interface StoredNotice {
  id: string;
  event: string;
  label: string | null;
  target: string | null;
  occurred_at: Date;
  is_read: boolean;
}

// What happened longer ago is no news for a user who has read none yet.
const NEWS = sql.lit("1 day");
/** Of each event so many of the newest are looked at: the time does not grow with the log. */
const MOST = 100;

/** The newest events of each name, one index scan for each. */
const newest = (p: Reader & { before: number | null; most: number }) => sql`
  select event.* from unnest(${p.events}::text[]) wanted (name)
  cross join lateral (select * from tradewind.event event
    where event.name = wanted.name and (${p.before}::bigint is null or event.seq < ${p.before}::bigint)
      and ${forUser(p.userId)}
    order by event.seq desc limit ${p.most}::integer) event`;

/** The condition has the id of the user in several places. */
function forUser(userId: string) {
  const parts = isForUser("\0").split("\0");
  return sql.join(
    parts.flatMap((part, index) => (index === 0 ? [sql.raw(part)] : [sql`${userId}::text`, sql.raw(part)])),
    sql``,
  );
}

const isRead = sql`(event.seq <= coalesce(reader.read_to, 0) or event.id = any(coalesce(reader.read_ids, '{}'))
  or reader.user_id is null and event.occurred_at < now() - ${NEWS}::interval)`;

const list = compiledSql<Reader & { before: number | null; most: number }, StoredNotice>(
  "notice-list",
  (
    p,
  ) => sql<StoredNotice>`with page as (select * from (${newest(p)}) event order by seq desc limit ${p.most}::integer)
    select event.id, event.name as event, event.occurred_at, ${sql.raw(byEvent(({ label }) => label))} as label,
      ${sql.raw(byEvent(({ target }) => target))} as target, ${isRead} as is_read
    from page event left join tradewind.notice_reader reader on reader.user_id = ${p.userId}
    order by event.seq desc`,
);

export const listNotices = (
  on: Connection,
  asked: Reader & { before: number | null; most: number },
): Promise<StoredNotice[]> => list(on, asked);

const count = compiledSql<Reader & { before: null; most: number }, { unread: number }>(
  "notice-unread",
  (p) => sql<{ unread: number }>`select count(*)::integer as unread from (${newest(p)}) event
    left join tradewind.notice_reader reader on reader.user_id = ${p.userId} where not ${isRead}`,
);

/** Counted up to 100 of each kind. */
export async function countUnread(on: Connection, reader: Reader): Promise<number> {
  const [counted] = await count(on, { ...reader, before: null, most: MOST });
  return counted!.unread;
}

const place = compiledSql<{ id: string }, { seq: number }>(
  "notice-place",
  (p) => sql<{ seq: number }>`select seq from tradewind.event where id = ${p.id}`,
);

/** The place of an event in the log; null if it is not there. */
export async function findPlace(on: Connection, id: string): Promise<number | null> {
  const [found] = await place(on, { id });
  return found?.seq ?? null;
}

// What was old news before the first choice of a user stays read.
const endOfOldNews = sql`coalesce((select seq from tradewind.event where occurred_at < now() - ${NEWS}::interval
  order by seq desc limit 1), 0)`;

const saves = { inserts: ["tradewind.notice_reader"], updates: ["tradewind.notice_reader"] };

const readTo = compiledReturningWrite<{ userId: string; seq: number }, unknown>(
  "notice-read-to",
  saves,
  (
    p,
  ) => sql`insert into tradewind.notice_reader as reader (user_id, read_to) values (${p.userId}, ${p.seq}::bigint)
    on conflict (user_id) do update set read_to = greatest(reader.read_to, excluded.read_to), updated_at = now(),
      read_ids = array(select event.id from tradewind.event event
        where event.id = any(reader.read_ids) and event.seq > excluded.read_to)`,
);

/** All up to this place are read. */
export const saveReadTo = (tx: Tx, userId: string, seq: number) => readTo(tx, { userId, seq });

// Of a user who reads single notices and never all of them, the oldest become unread again.
const MOST_SINGLE = 500;

const readSome = compiledReturningWrite<{ userId: string; ids: readonly string[] }, unknown>(
  "notice-read-some",
  saves,
  (p) => sql`insert into tradewind.notice_reader as reader (user_id, read_to, read_ids)
    values (${p.userId}, ${endOfOldNews}, ${p.ids}::text[])
    on conflict (user_id) do update set updated_at = now(), read_ids = array(
      select distinct id from unnest(reader.read_ids || excluded.read_ids) id
      order by id desc limit ${sql.lit(MOST_SINGLE)})`,
);

export const saveRead = (tx: Tx, userId: string, ids: readonly string[]) => readSome(tx, { userId, ids });

const selectMuted = compiledSql<{ userId: string }, { muted: string[] }>(
  "notice-muted",
  (p) => sql<{ muted: string[] }>`select muted from tradewind.notice_reader where user_id = ${p.userId}`,
);

export async function findMuted(on: Connection, userId: string): Promise<readonly string[]> {
  const [reader] = await selectMuted(on, { userId });
  return reader?.muted ?? [];
}

const mute = compiledReturningWrite<{ userId: string; muted: readonly string[] }, unknown>(
  "notice-mute",
  saves,
  (p) => sql`insert into tradewind.notice_reader (user_id, read_to, muted)
    values (${p.userId}, ${endOfOldNews}, ${p.muted}::text[])
    on conflict (user_id) do update set muted = excluded.muted, updated_at = now()`,
);

export const saveMuted = (tx: Tx, userId: string, muted: readonly string[]) => mute(tx, { userId, muted });
