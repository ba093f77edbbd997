import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { linkTable } from "../../../db/link-table.ts";
import { compiled, compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";

const owner = "product_id";

export const tagsOfProducts = linkTable("product_tags", { owner, other: "product_tag_id" });
export const profilesOfProducts = linkTable("product_shipping_profile", { owner, other: "profile_id" });

/** The order of the ids is the order of the images. */
export const imagesOfProducts = linkTable("product_images", {
  owner,
  other: "image_id",
  place: { column: "position", value: sql`place - 1`, isUpdated: true },
});

const productsOfProfiles = linkTable("product_shipping_profile", {
  owner: "profile_id",
  other: "product_id",
});

const leaveProfiles = compiled("products-leave-profiles", (db, p: { ids: string[] }) =>
  db.deleteFrom("product_shipping_profile").where(sql<boolean>`product_id = any(${p.ids})`),
);

const touch = compiled("products-touch", (db, p: { ids: string[] }) =>
  db.updateTable("product").set({ updated_at: sql`now()` }).where(sql<boolean>`id = any(${p.ids})`),
);

/** A product is in one shipping profile: locked products leave the one they are in. */
export async function moveProductsToProfile(
  tx: Tx,
  { profileId, ids }: { profileId: string; ids: string[] },
): Promise<void> {
  await leaveProfiles(tx, { ids });
  await productsOfProfiles.add(tx, profileId, ids);
  await touch(tx, { ids });
}

interface CollectionProducts {
  collectionId: string;
  productIds: string[];
}

const joinCollection = compiled("products-join-collection", (db, p: CollectionProducts) =>
  db
    .updateTable("product")
    .set({ collection_id: p.collectionId, updated_at: sql`now()` })
    .where(sql<boolean>`id = any(${p.productIds})`)
    .where("deleted_at", "is", null),
);

const leaveCollection = compiled("products-leave-collection", (db, p: CollectionProducts) =>
  db
    .updateTable("product")
    .set({ collection_id: null, updated_at: sql`now()` })
    .where(sql<boolean>`id = any(${p.productIds})`)
    .where("collection_id", "=", p.collectionId),
);

/** A product is in one collection. */
export async function addCollectionProducts(
  tx: Tx,
  collectionId: string,
  productIds: string[],
): Promise<void> {
  await joinCollection(tx, { collectionId, productIds });
}

export async function removeCollectionProducts(
  tx: Tx,
  collectionId: string,
  productIds: string[],
): Promise<void> {
  await leaveCollection(tx, { collectionId, productIds });
}

// The tables have no unique constraint on the text, so an advisory lock on it prevents duplicates.
const lockNames = compiledSql(
  "label-lock",
  (p: { names: string[] }) =>
    sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${p.names}::text[]) name`,
);

interface Label {
  id: string;
  name: string;
}

/** Rows that are found by a text, and inserted when it is first used: types, tags, images. */
function namedRows(table: string, column: string, prefix: string) {
  const name = sql.ref(column);
  const find = compiledSql(
    `${table}-by-${column}`,
    (p: { names: string[] }) => sql<Label>`select id, ${name} as name from ${sql.table(table)}
      where ${name} = any(${p.names}) and deleted_at is null order by created_at desc, id desc`,
  );
  const insert = compiledReturningWrite(
    `${table}-insert`,
    { inserts: [table] },
    (p: { ids: string[]; names: string[] }) => sql`insert into ${sql.table(table)} (id, ${name})
      select * from unnest(${p.ids}::text[], ${p.names}::text[])`,
  );
  // If several rows have the same text, the oldest one is used: it comes last.
  const findIds = async (tx: Tx, names: string[]) =>
    new Map((await find(tx, { names })).map((label) => [label.name, label.id]));

  /** Returns the ids in the order of the texts. */
  return async (tx: Tx, sent: readonly string[]): Promise<string[]> => {
    const names = [...new Set(sent)];
    if (names.length === 0) return [];
    let ids = await findIds(tx, names);
    if (ids.size < names.length) {
      const unknownNames = names.filter((each) => !ids.has(each));
      await lockNames(tx, { names: unknownNames.map((each) => `${table}:${each}`).sort() });
      ids = await findIds(tx, names);
      const missing = names.filter((each) => !ids.has(each));
      const created = missing.map((each) => [each, newId(prefix)] as const);
      if (created.length > 0) await insert(tx, { ids: created.map(([, id]) => id), names: missing });
      ids = new Map([...ids, ...created]);
    }
    return names.map((each) => ids.get(each)!);
  };
}

export const findOrCreateTypes = namedRows("product_type", "value", "ptyp");
export const findOrCreateTags = namedRows("product_tag", "value", "ptag");
export const findOrCreateImages = namedRows("image", "url", "img");
