import { demoCategories } from "../categories.ts";
import { demoCollections } from "../collections.ts";
import { demoProducts } from "../products.ts";
import { demoRegions } from "../regions.ts";
import { the } from "./lookup.ts";
import type { Seeding } from "./seeding.ts";
import type { Row } from "./tables.ts";

/** Ids of what products are sorted by, each by its handle or value. */
export type Taxonomy = Record<"categories" | "collections" | "types" | "tags", Map<string, string>>;

export async function seedTaxonomy(seeding: Seeding): Promise<Taxonomy> {
  return {
    categories: await seedCategories(seeding),
    collections: await seedCollections(seeding),
    types: await seedValues(
      seeding,
      "product_type",
      "ptyp",
      demoProducts.map(({ type }) => type),
    ),
    tags: await seedValues(
      seeding,
      "product_tag",
      "ptag",
      demoProducts.flatMap(({ tags }) => tags),
    ),
  };
}

async function seedCategories({ insert, born }: Seeding) {
  const rows: Row<"product_category">[] = [];
  const add = (categories: typeof demoCategories, parent: Row<"product_category"> | null) => {
    for (const [rank, { children = [], ...category }] of categories.entries()) {
      const birth = born("pcat");
      const row = {
        ...birth,
        ...category,
        parent_category_id: parent?.id ?? null,
        mpath: `${parent?.mpath ?? ""}${birth.id}.`,
        rank,
        is_active: true,
        is_internal: false,
      };
      rows.push(row);
      add(children, row);
    }
  };
  add(demoCategories, null);
  await insert("product_category", rows);
  return new Map(rows.map(({ handle, id }) => [String(handle), String(id)]));
}

async function seedCollections({ insert, born }: Seeding) {
  const rows = demoCollections.map((collection) => ({ ...born("pcol"), ...collection }));
  await insert("product_collection", rows);
  return new Map<string, string>(rows.map(({ handle, id }) => [handle, id]));
}

async function seedValues(
  { insert, born }: Seeding,
  table: "product_type" | "product_tag",
  prefix: string,
  values: string[],
) {
  const rows = [...new Set(values)].sort().map((value) => ({ ...born(prefix), value }));
  await insert(table, rows);
  return new Map(rows.map(({ value, id }) => [value, id]));
}

/** Tax rates that hold for some product types only. */
export async function seedTypeRates(
  { insert, born }: Seeding,
  regions: Map<string, string>,
  { types }: Taxonomy,
) {
  const rates = demoRegions.flatMap((region) =>
    region.typeRates.map((rate) => ({ ...rate, birth: born("txr"), regionId: the(regions, region.name) })),
  );
  await insert(
    "tax_rate",
    rates.map(({ birth, name, code, rate, regionId }) => ({
      ...birth,
      name,
      code,
      rate,
      region_id: regionId,
    })),
  );
  await insert(
    "product_type_tax_rate",
    rates.flatMap(({ birth, types: names }) =>
      names.map((name) => ({ product_type_id: the(types, name), rate_id: birth.id })),
    ),
  );
}
