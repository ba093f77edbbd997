import { refusing } from "../../../db/constraint.ts";
import type { Db, Tx } from "../../../db/database.ts";
import { recordUpdate } from "../../../db/recorded-change.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { invalid, notFound } from "../../../kernel/refusal.ts";
import { tagEvents } from "./events.ts";
import { differencesOf, MAX_TAGS, nameFrom, namesFrom, type Tag } from "./tag.ts";
import { tagLinks, tagRows } from "./tag-store.ts";

/** What tags of orders and tags of customers differ in. */
const kinds = {
  order: {
    noun: "Order",
    prefix: "otag",
    rows: tagRows("tradewind.order_tag"),
    links: tagLinks("tradewind.tagged_order", "order_id"),
    changed: "order.tags_changed",
    updated: "order-tag.updated",
    merged: "order-tag.merged",
    deleted: "order-tag.deleted",
  },
  customer: {
    noun: "Customer",
    prefix: "ctag",
    rows: tagRows("tradewind.customer_tag"),
    links: tagLinks("tradewind.tagged_customer", "customer_id"),
    changed: "customer.tags_changed",
    updated: "customer-tag.updated",
    merged: "customer-tag.merged",
    deleted: "customer-tag.deleted",
  },
} as const;

export type TagKind = keyof typeof kinds;

interface Deps {
  db: Db;
  kind: TagKind;
}

export interface TagsChange {
  ids: readonly string[];
  add?: readonly string[];
  remove?: readonly string[];
}

/** Adds and removes tags by name; a name that is new becomes a tag. Returns how many orders or customers changed. */
export const changeTags = (
  { db, kind }: Deps,
  { ids, add = [], remove = [] }: TagsChange,
): Promise<number> => {
  const [toAdd, toRemove] = [namesFrom(add, "add"), namesFrom(remove, "remove")];
  const { links, changed } = kinds[kind];
  const owners = [...new Set(ids)].sort();
  return inTransaction(db, async (tx) => {
    const added = await tagsNamed(tx, kind, toAdd);
    const removed = toRemove.length > 0 ? await kinds[kind].rows.lockNamed(tx, toRemove) : [];
    const removedLinks = removed.length > 0 ? await links.remove(tx, { owners, tags: idsOf(removed) }) : [];
    const addedLinks = added.length > 0 ? await addLinks(tx, kind, { owners, tags: idsOf(added) }) : [];
    const names = new Map([...added, ...removed].map(({ id, name }) => [id, name]));
    const differences = differencesOf({ added: addedLinks, removed: removedLinks }, names);
    if (differences.length > 0) await tagEvents.announceEach(tx, changed, differences);
    return differences.length;
  });
};

const idsOf = (tags: readonly Tag[]) => tags.map(({ id }) => id);

async function tagsNamed(tx: Tx, kind: TagKind, names: string[]): Promise<Tag[]> {
  if (names.length === 0) return [];
  const { rows, prefix } = kinds[kind];
  await rows.insert(tx, { ids: names.map(() => newId(prefix)), names });
  return rows.lockNamed(tx, names);
}

async function addLinks(tx: Tx, kind: TagKind, sent: { owners: string[]; tags: string[] }) {
  const { links, noun } = kinds[kind];
  const added = await refusing(links.add(tx, sent), {
    foreignKey: (violation) => notFound(noun, /\(\w+\)=\(([^)]*)\)/.exec(violation.detail ?? "")?.[1] ?? ""),
  });
  const [full] = await links.full(tx, { owners: sent.owners, most: MAX_TAGS });
  if (full) throw invalid(`add: ${full.owner} would have more than ${MAX_TAGS} tags`);
  return added;
}

async function lockTag(tx: Tx, kind: TagKind, id: string): Promise<Tag> {
  const [tag] = await kinds[kind].rows.lock(tx, [id]);
  if (!tag) throw notFound("Tag", id);
  return tag;
}

export const renameTag = ({ db, kind }: Deps, id: string, sent: { name: string }): Promise<void> =>
  inTransaction(db, async (tx) => {
    const tag = await lockTag(tx, kind, id);
    const next = { ...tag, name: nameFrom(sent.name, "name") };
    if (next.name === tag.name) return;
    await kinds[kind].rows.rename(tx, next);
    recordUpdate(tx, tag, next);
    await tagEvents.announce(tx, kinds[kind].updated, { id });
  });

/** What has the one tag gets the other; the first is deleted. */
export const mergeTag = ({ db, kind }: Deps, id: string, { into }: { into: string }): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (id === into) throw invalid("into_id: a tag cannot be merged into itself");
    const { rows, links, merged } = kinds[kind];
    const found = idsOf(await rows.lock(tx, [id, into]));
    if (!found.includes(id)) throw notFound("Tag", id);
    if (!found.includes(into)) throw invalid(`into_id: there is no tag ${into}`);
    await links.move(tx, { from: id, into });
    await rows.remove(tx, id);
    await tagEvents.announce(tx, merged, { id, into_id: into });
  });

export const deleteTag = ({ db, kind }: Deps, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockTag(tx, kind, id);
    await kinds[kind].rows.remove(tx, id);
    await tagEvents.announce(tx, kinds[kind].deleted, { id });
  });
