import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { addRegions, listRegionIds, removeRegion } from "../discount-regions-store.ts";
import { checkHasRegions, checkRegions } from "../discount-rule.ts";
import { lockRuleOf } from "../discount-rule-store.ts";
import { lockDiscount, touchDiscount } from "../discount-store.ts";

interface Change {
  discountId: string;
  regionId: string;
}

/** A region that the discount has already, stays. */
export const addDiscountRegion = ({ db }: { db: Db }, change: Change): Promise<void> =>
  changeRegions(db, change, async (tx, { discountId, regionId }) => {
    const regionIds = await listRegionIds(tx, discountId);
    if (regionIds.includes(regionId)) return { isChanged: false };
    const { type } = await lockRuleOf(tx, discountId);
    checkRegions(type, [...regionIds, regionId]);
    await addRegions(tx, { discountId, regionIds: [regionId] });
    return { isChanged: true };
  });

/** The last one may go, too: how else would a fixed discount, which has only one, get another one? */
export const removeDiscountRegion = ({ db }: { db: Db }, change: Change): Promise<void> =>
  changeRegions(db, change, async (tx, regions) => {
    const { wasThere } = await removeRegion(tx, regions);
    return { isChanged: wasThere };
  });

const changeRegions = (
  db: Db,
  change: Change,
  write: (tx: Tx, change: Change) => Promise<{ isChanged: boolean }>,
) =>
  inTransaction(db, async (tx) => {
    const { discountId } = change;
    checkHasRegions(await lockDiscount(tx, discountId));
    const { isChanged } = await write(tx, change);
    if (!isChanged) return;
    await touchDiscount(tx, discountId);
    await announce(tx, "discount.updated", { id: discountId, fields: ["regions"] });
  });
