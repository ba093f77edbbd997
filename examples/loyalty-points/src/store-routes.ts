import { type RoutesApp, type Shop, Type } from "tradewind/plugin";
import { expiryOf } from "./expiry.ts";
import { entriesOf, programOf } from "./ledger.ts";
import { openRewardsOf, redeem } from "./rewards.ts";
import { anEntry, aPage, aRate, aReward, type PageQuery } from "./schemas.ts";
import type { HasDb, Tables } from "./tables.ts";

const customerOnly = { customerOnly: true };

export const balanceOf = ({ db }: HasDb, customerId: string) =>
  db
    .selectFrom("balance")
    .select(["points", "last_earned_at"])
    .where("customer_id", "=", customerId)
    .executeTakeFirst();

export const ratesOf = ({ db }: HasDb) =>
  db.selectFrom("rate").select(["currency_code", "spend", "worth"]).orderBy("currency_code").execute();

export function storeRoutes(app: RoutesApp, shop: Shop<Tables>): void {
  app.get(
    "/store/loyalty",
    {
      config: customerOnly,
      schema: {
        summary: "Get the points of the customer",
        response: {
          200: Type.Object({
            points: Type.Integer(),
            expires_at: Type.Unsafe({
              type: ["string", "null"],
              description: "Unless more is earned before.",
            }),
            rates: Type.Array(aRate),
            rewards: Type.Array(aReward, { description: "Codes that are not used yet." }),
          }),
        },
      },
    },
    async (request) => {
      const customerId = (await request.caller()).customerId!;
      const balance = await balanceOf(shop, customerId);
      const { expire_after_months: months } = await programOf(shop);
      return {
        points: balance?.points ?? 0,
        expires_at: balance && balance.points > 0 ? expiryOf(balance.last_earned_at, months) : null,
        rates: await ratesOf(shop),
        rewards: await openRewardsOf(shop, customerId),
      };
    },
  );

  app.get<{ Querystring: PageQuery }>(
    "/store/loyalty/entries",
    {
      config: customerOnly,
      schema: {
        summary: "List what happened to the points of the customer",
        querystring: aPage,
        response: { 200: Type.Object({ entries: Type.Array(anEntry) }) },
      },
    },
    async (request) => ({
      entries: await entriesOf(shop, (await request.caller()).customerId!, request.query),
    }),
  );

  app.post<{ Body: { points: number; region_id: string } }>(
    "/store/loyalty/rewards",
    {
      config: customerOnly,
      schema: {
        summary: "Make points a discount code",
        description:
          "The code is for one order of this customer in this region. Put it on a cart like any other: `POST /store/carts/{id}` with `discounts`.",
        body: Type.Object({
          points: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
          region_id: Type.String({ maxLength: 100 }),
        }),
        response: { 200: Type.Object({ reward: aReward, points: Type.Integer() }) },
      },
    },
    async (request) => {
      const customerId = (await request.caller()).customerId!;
      const { points, region_id: regionId } = request.body;
      return redeem(shop, { customerId, points, regionId });
    },
  );
}
