import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { linkTable } from "../../../db/link-table.ts";
import { compiled } from "../../../db/statements.ts";
import { unknownRegions } from "./discount-rule.ts";

interface Regions {
  discountId: string;
  regionIds: string[];
}

// A lock, so that a region cannot be deleted between this check and the insert of the link.
const lockShared = compiled("discount-lock-regions", (db, p: { regionIds: string[] }) =>
  db
    .selectFrom("region")
    .select("id")
    .where(sql<boolean>`id = any(${p.regionIds})`)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forShare(),
);

const regions = linkTable("discount_regions", { owner: "discount_id", other: "region_id" });

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

/** Existing regions stay. */
export async function addRegions(tx: Tx, { discountId, regionIds }: Regions): Promise<void> {
  const known = new Set((await lockShared(tx, { regionIds })).map(({ id }) => id));
  const unknown = regionIds.filter((id) => !known.has(id));
  if (unknown.length > 0) throw unknownRegions(unknown);
  await regions.add(tx, discountId, regionIds);
}

export async function replaceRegions(tx: Tx, next: Regions): Promise<void> {
  await addRegions(tx, next);
  await regions.removeOthers(tx, next.discountId, next.regionIds);
}

export async function removeRegion(
  tx: Tx,
  { discountId, regionId }: { discountId: string; regionId: string },
): Promise<{ wasThere: boolean }> {
  const gone = await regions.remove(tx, discountId, [regionId]);
  return { wasThere: gone.length > 0 };
}
