import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Tracking } from "./fulfillment-store.ts";

// A link that stays keeps its row. v1's old numbers are in the column of the fulfillment.
const replace = compiledReturningWrite<{ id: string; links: string }, { changed: boolean }>(
  "fulfillment-replace-tracking",
  { inserts: ["tracking_link"], updates: ["tracking_link", "fulfillment"] },
  (p) => sql<{ changed: boolean }>`
    with sent as (select * from jsonb_to_recordset(${p.links}::jsonb) as sent(id varchar, number varchar, url varchar)),
    present as (select id, tracking_number, url from tracking_link
      where fulfillment_id = ${p.id} and deleted_at is null),
    gone as (update tracking_link set deleted_at = now(), updated_at = now()
      where id in (select present.id from present where not exists (select 1 from sent
        where sent.number = present.tracking_number and sent.url is not distinct from present.url))
      returning 1),
    added as (insert into tracking_link (id, fulfillment_id, tracking_number, url)
      select sent.id, ${p.id}, sent.number, sent.url from sent
      where not exists (select 1 from present
        where sent.number = present.tracking_number and sent.url is not distinct from present.url)
      returning 1),
    saved as (update fulfillment set tracking_numbers = '[]'::jsonb, updated_at = now()
      where id = ${p.id} and (tracking_numbers <> '[]'::jsonb or exists (select 1 from gone)
        or exists (select 1 from added))
      returning 1)
    select exists (select 1 from saved) as changed`,
);

/** Replaces the tracking links of a fulfillment. False if they are the same. */
export async function replaceTracking(tx: Tx, id: string, links: readonly Tracking[]): Promise<boolean> {
  const rows = links.map((link) => ({ id: newId("tlink"), ...link }));
  const [saved] = await replace(tx, { id, links: JSON.stringify(rows) });
  return saved!.changed;
}
