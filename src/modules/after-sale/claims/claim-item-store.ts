import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql, compiledWrite } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { type ClaimReason, type NewClaimItem, normalizedTag } from "./claim.ts";

const insert = compiledReturningWrite<
  { claimId: string; items: string; images: string; tags: string },
  unknown
>(
  "claim-items-insert",
  { inserts: ["claim_image", "claim_item_tags", "claim_item"] },
  (p) => sql`
    with shown as (insert into claim_image (id, claim_item_id, url)
      select id, claim_item_id, url from jsonb_to_recordset(${p.images}::jsonb)
        as sent(id varchar, claim_item_id varchar, url varchar)),
    tagged as (insert into claim_item_tags (item_id, tag_id)
      select item_id, tag_id from jsonb_to_recordset(${p.tags}::jsonb) as sent(item_id varchar, tag_id varchar))
    insert into claim_item (id, claim_order_id, item_id, variant_id, reason, note, quantity, created_at)
    select id, ${p.claimId}, item_id, variant_id, reason::claim_item_reason_enum, nullif(note, ''), quantity,
      clock_timestamp()
    from jsonb_to_recordset(${p.items}::jsonb) as sent(id varchar, item_id varchar, variant_id varchar, reason text,
      note varchar, quantity integer)`,
);

/** Returns the ids of the items. */
export async function insertClaimItems(
  tx: Tx,
  claimId: string,
  items: readonly NewClaimItem[],
): Promise<string[]> {
  const tagIds = await tagIdsFor(
    tx,
    items.flatMap(({ tags }) => tags),
  );
  const rows = items.map((item) => ({ ...item, id: newId("citm") }));
  await insert(tx, {
    claimId,
    items: JSON.stringify(rows),
    images: JSON.stringify(rows.flatMap(({ id, images }) => imageRows(id, images))),
    tags: JSON.stringify(rows.flatMap(({ id, tags }) => tagRows(id, tags, tagIds))),
  });
  return rows.map(({ id }) => id);
}

const imageRows = (itemId: string, urls: readonly string[]) =>
  urls.map((url) => ({ id: newId("cimg"), claim_item_id: itemId, url }));

const tagRows = (itemId: string, tags: readonly string[], ids: ReadonlyMap<string, string>) =>
  [...new Set(tags.map((tag) => ids.get(normalizedTag(tag))!))].map((tag_id) => ({
    item_id: itemId,
    tag_id,
  }));

const findTags = compiledSql<{ values: string[] }, { id: string; value: string }>(
  "claim-tags-find",
  (p) => sql<{ id: string; value: string }>`select distinct on (value) id, value from claim_tag
    where value = any(${p.values}) and deleted_at is null order by value, created_at, id`,
);

// No unique index on the tags: a lock makes requests that insert one take turns.
const lockTags = compiledSql<object, unknown>(
  "claim-tags-lock",
  () => sql`select pg_advisory_xact_lock(hashtext('tradewind.claim_tag'))`,
);

const insertTags = compiledReturningWrite<{ ids: string[]; values: string[] }, unknown>(
  "claim-tags-insert",
  { inserts: ["claim_tag"] },
  (p) => sql`insert into claim_tag (id, value)
    select sent.id, sent.value from unnest(${p.ids}::text[], ${p.values}::text[]) as sent(id, value)
    where not exists (select 1 from claim_tag known where known.value = sent.value and known.deleted_at is null)`,
);

/** The ids of tags by value. Inserts missing tags. */
async function tagIdsFor(tx: Tx, tags: readonly string[]): Promise<Map<string, string>> {
  const values = [...new Set(tags.map(normalizedTag))];
  if (values.length === 0) return new Map();
  let found = await findTags(tx, { values });
  if (found.length < values.length) {
    await lockTags(tx, {});
    await insertTags(tx, { ids: values.map(() => newId("ctag")), values });
    found = await findTags(tx, { values });
  }
  return new Map(found.map(({ id, value }) => [value, id]));
}

/** The sent fields of an item. A sent list replaces the old one. */
export interface ClaimItemChanges {
  id: string;
  note?: string;
  reason?: ClaimReason;
  images?: readonly { id?: string; url?: string }[];
  tags?: readonly { id?: string; value?: string }[];
  metadata?: Metadata;
}

const read = compiledSql<{ ids: string[]; claimId: string }, ClaimItemRow>(
  "claim-items-read",
  (p) => sql<ClaimItemRow>`
    select item.id, item.note, item.reason, item.metadata,
      array(select image.id from claim_image image
        where image.claim_item_id = item.id and image.deleted_at is null) as images
    from claim_item item where item.id = any(${p.ids}) and item.claim_order_id = ${p.claimId}`,
);

export interface ClaimItemRow {
  id: string;
  note: string | null;
  reason: ClaimReason;
  metadata: Metadata | null;
  images: string[];
}

/** Refuses items that do not belong to the claim. */
export async function readClaimItems(
  tx: Tx,
  claimId: string,
  ids: readonly string[],
): Promise<Map<string, ClaimItemRow>> {
  const found = new Map((await read(tx, { claimId, ids: [...ids] })).map((item) => [item.id, item]));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw notFound("Claim item", missing);
  return found;
}

const update = compiledReturningWrite<
  { id: string; note: string | null; reason: string; metadata: string | null },
  unknown
>(
  "claim-item-update",
  { updates: ["claim_item"] },
  (p) => sql`update claim_item set note = ${p.note}, reason = ${p.reason}::claim_item_reason_enum,
      metadata = ${p.metadata}::jsonb, updated_at = now()
    where id = ${p.id}`,
);

export async function saveClaimItem(tx: Tx, item: Omit<ClaimItemRow, "images">): Promise<void> {
  await update(tx, { ...item, metadata: item.metadata && JSON.stringify(item.metadata) });
}

const writeImages = compiledReturningWrite<{ itemId: string; keptIds: string[]; added: string }, unknown>(
  "claim-item-images",
  { inserts: ["claim_image"], deletes: ["claim_image"] },
  (p) => sql`
    with gone as (delete from claim_image
      where claim_item_id = ${p.itemId} and not (id = any(${p.keptIds}::text[])))
    insert into claim_image (id, claim_item_id, url)
    select id, claim_item_id, url from jsonb_to_recordset(${p.added}::jsonb)
      as sent(id varchar, claim_item_id varchar, url varchar)`,
);

/** Deletes the images that are not in `keptIds`, and adds the URLs. */
export async function replaceImages(
  tx: Tx,
  itemId: string,
  { keptIds, urls }: { keptIds: string[]; urls: string[] },
): Promise<void> {
  await writeImages(tx, { itemId, keptIds, added: JSON.stringify(imageRows(itemId, urls)) });
}

const writeTags = compiledReturningWrite<{ itemId: string; tags: string[] }, { id: string }>(
  "claim-item-tags",
  { inserts: ["claim_item_tags"], deletes: ["claim_item_tags"] },
  (p) => sql<{ id: string }>`
    with known as (select tag.id from claim_tag tag where tag.id = any(${p.tags}::text[])),
    gone as (delete from claim_item_tags
      where item_id = ${p.itemId} and not (tag_id = any(${p.tags}::text[]))),
    added as (insert into claim_item_tags (item_id, tag_id) select ${p.itemId}, id from known
      on conflict do nothing)
    select id from known`,
);

/** Replaces the tags of an item: by id, or by a value that may be new. */
export async function replaceTags(
  tx: Tx,
  itemId: string,
  { ids, values }: { ids: string[]; values: string[] },
): Promise<void> {
  const idsByValue = await tagIdsFor(tx, values);
  const tags = [...new Set([...ids, ...idsByValue.values()])];
  const known = (await writeTags(tx, { itemId, tags })).map(({ id }) => id);
  const missing = tags.find((id) => !known.includes(id));
  if (missing !== undefined) throw notFound("Claim tag", missing);
}

const moveToEdit = compiledWrite<{ editId: string }>(
  "claim-items-of-edit",
  { updates: ["claim_item"] },
  (p) => sql`update claim_item part set item_id = line.id
    from line_item line where line.order_edit_id = ${p.editId} and part.item_id = line.original_item_id`,
);

/** Claim items of lines that an edit replaces refer to the new lines. */
export const moveClaimItemsToEdit = (tx: Tx, editId: string): Promise<void> => moveToEdit(tx, { editId });

const removeAll = compiledWrite<{ claimId: string }>(
  "claim-items-delete",
  { deletes: ["claim_item_tags", "claim_image", "claim_item"] },
  (p) => sql`
    with items as (select id from claim_item where claim_order_id = ${p.claimId}),
    tags as (delete from claim_item_tags where item_id in (select id from items)),
    images as (delete from claim_image where claim_item_id in (select id from items))
    delete from claim_item where claim_order_id = ${p.claimId}`,
);

/** Deletes the items with their images. Tags are shared, so they stay. */
export const deleteClaimItems = (tx: Tx, claimId: string): Promise<void> => removeAll(tx, { claimId });
