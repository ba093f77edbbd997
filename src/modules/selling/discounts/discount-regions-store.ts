import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { unknownRegions } from "./discount-rule.ts";

interface Regions {
  discountId: string;
  regionIds: string[];
}

// Held until the end, so that a region cannot be deleted between this check and the link.
const hold = compiled("discount-hold-regions", (db, p: { regionIds: string[] }) =>
  db
    .selectFrom("region")
    .select("id")
    .where(sql<boolean>`id = any(${p.regionIds})`)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forShare(),
);

const add = compiled("discount-add-regions", (db, p: Regions) =>
  db
    .insertInto("discount_regions")
    .columns(["discount_id", "region_id"])
    .expression((from) =>
      from
        .selectFrom(sql<{ id: string }>`unnest(${p.regionIds}::varchar[])`.as<"wanted">(sql`wanted(id)`))
        .select([sql<string>`${p.discountId}::varchar`.as("discount_id"), "wanted.id"]),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

const remove = compiled("discount-remove-regions", (db, p: Regions) =>
  db
    .deleteFrom("discount_regions")
    .where("discount_id", "=", p.discountId)
    .where(sql<boolean>`region_id = any(${p.regionIds})`)
    .returning("region_id"),
);

const removeOthers = compiled("discount-remove-other-regions", (db, p: Regions) =>
  db
    .deleteFrom("discount_regions")
    .where("discount_id", "=", p.discountId)
    .where(sql<boolean>`region_id <> all(${p.regionIds})`),
);

const list = compiled("discount-regions", (db, p: { discountId: string }) =>
  db
    .selectFrom("discount_regions as link")
    .innerJoin("region", "region.id", "link.region_id")
    .select("region.id")
    .where("link.discount_id", "=", p.discountId)
    .where("region.deleted_at", "is", null),
);

export async function listRegionIds(tx: Tx, discountId: string): Promise<string[]> {
  return (await list(tx, { discountId })).map(({ id }) => id);
}

/** What the discount has already, stays. */
export async function addRegions(tx: Tx, { discountId, regionIds }: Regions): Promise<void> {
  const known = new Set((await hold(tx, { regionIds })).map(({ id }) => id));
  const unknown = regionIds.filter((id) => !known.has(id));
  if (unknown.length > 0) throw unknownRegions(unknown);
  await add(tx, { discountId, regionIds });
}

export async function replaceRegions(tx: Tx, regions: Regions): Promise<void> {
  await addRegions(tx, regions);
  await removeOthers(tx, regions);
}

export async function removeRegion(
  tx: Tx,
  { discountId, regionId }: { discountId: string; regionId: string },
): Promise<{ wasThere: boolean }> {
  const gone = await remove(tx, { discountId, regionIds: [regionId] });
  return { wasThere: gone.length > 0 };
}
