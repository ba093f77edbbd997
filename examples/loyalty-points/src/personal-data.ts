import type { PluginPerson, Shop } from "tradewind/plugin";
import { lockBalance } from "./ledger.ts";
import type { HasDb, Tables } from "./tables.ts";

/** For the export of personal data. */
export async function personalData({ customer_ids }: PluginPerson, { shop: { db } }: { shop: HasDb }) {
  const of = [...customer_ids];
  return {
    balance: await db.selectFrom("balance").selectAll().where("customer_id", "in", of).execute(),
    entry: await db.selectFrom("entry").selectAll().where("customer_id", "in", of).orderBy("id").execute(),
    reward: await db.selectFrom("reward").selectAll().where("customer_id", "in", of).execute(),
  };
}

/** A code without its owner could be used by anybody, so those that are left are closed. */
export async function erase(shop: Shop<Tables>, customerId: string): Promise<void> {
  await shop.transaction(async (tx) => {
    await lockBalance(tx, customerId);
    const rewards = await tx.db
      .selectFrom("reward")
      .innerJoin("tradewind_v1.discount as discount", "discount.id", "reward.discount_id")
      .select("reward.discount_id as id")
      .where("reward.customer_id", "=", customerId)
      .where("discount.usage_count", "=", 0)
      .where("discount.deleted_at", "is", null)
      .execute();
    const api = tx.api.as({ permissions: ["discounts:write"] });
    for (const { id } of rewards) await api.deleteAdminDiscount({ path: { id } });
    await tx.db.deleteFrom("balance").where("customer_id", "=", customerId).execute();
  });
}
