import { type Generated, type PluginDb, type Shop, Type } from "tradewind/plugin";

/** The tables of the migrations. */
export interface Tables {
  repair: {
    id: Generated<number>;
    customer_id: string;
    product_id: string;
    what: string;
    reported_at: Generated<Date>;
    finished_at: Date | null;
  };
}

/** What the plugin announces. */
export const events = {
  "{{name}}.finished": Type.Object({ id: Type.String(), customer_id: Type.String() }),
};

export type RepairShop = Shop<Tables, typeof events>;

/** A shop, or one of its transactions. */
interface HasDb {
  readonly db: PluginDb<Tables>;
}

export async function reportRepair(
  { db }: HasDb,
  repair: { customer_id: string; product_id: string; what: string },
): Promise<number> {
  const { id } = await db.insertInto("repair").values(repair).returning("id").executeTakeFirstOrThrow();
  return id;
}

export const repairsOf = ({ db }: HasDb, customerId: string) =>
  db
    .selectFrom("repair")
    .select(["id", "what", "finished_at"])
    .where("customer_id", "=", customerId)
    .orderBy("id")
    .execute();

/** With what the shop knows: its views can be read like own tables. */
export const openRepairs = ({ db }: HasDb) =>
  db
    .selectFrom("repair")
    .innerJoin("tradewind_v1.customer as customer", "customer.id", "repair.customer_id")
    .innerJoin("tradewind_v1.product as product", "product.id", "repair.product_id")
    .select(["repair.id", "repair.what", "customer.email", "product.title"])
    .where("repair.finished_at", "is", null)
    .orderBy("repair.id")
    .limit(100)
    .execute();
