import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { linkTable } from "../../../db/link-table.ts";
import { compiled } from "../../../db/statements.ts";

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
