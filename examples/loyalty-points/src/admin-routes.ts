import { type RoutesApp, type Shop, type Static, Type } from "tradewind/plugin";
import { book, entriesOf, lockBalance, programOf, take } from "./ledger.ts";
import { openRewardsOf } from "./rewards.ts";
import { anEntry, aPage, aReward, type PageQuery, settings } from "./schemas.ts";
import { balanceOf, ratesOf } from "./store-routes.ts";
import type { Tables } from "./tables.ts";

type LoyaltyShop = Shop<Tables>;

const ofCustomer = Type.Object({
  points: Type.Integer(),
  entries: Type.Array(anEntry),
  rewards: Type.Array(aReward),
});

async function readCustomer(shop: LoyaltyShop, id: string) {
  const balance = await balanceOf(shop, id);
  const entries = await entriesOf(shop, id, { limit: 20, offset: 0 });
  return { points: balance?.points ?? 0, entries, rewards: await openRewardsOf(shop, id) };
}

const readSettings = async (shop: LoyaltyShop) => ({
  program: await programOf(shop),
  rates: await ratesOf(shop),
});

export function adminRoutes(app: RoutesApp, shop: LoyaltyShop): void {
  customerRoutes(app, shop);
  settingsRoutes(app, shop);

  app.get<{ Params: { id: string } }>(
    "/admin/loyalty/orders/:id",
    {
      config: { permission: "orders:read" },
      schema: {
        summary: "Get the points of an order",
        response: { 200: Type.Object({ earned: Type.Integer(), entries: Type.Array(anEntry) }) },
      },
    },
    async ({ params: { id } }) => {
      const columns = ["id", "kind", "points", "order_id", "note", "created_at"] as const;
      const entries = await shop.db
        .selectFrom("entry")
        .select(columns)
        .where("order_id", "=", id)
        .orderBy("id")
        .execute();
      const counted = entries.filter(({ kind }) => kind !== "given_back");
      return { earned: counted.reduce((sum, { points }) => sum + points, 0), entries };
    },
  );

  app.get<{ Querystring: PageQuery }>(
    "/admin/loyalty/members",
    {
      config: { permission: "customers:read" },
      schema: {
        summary: "List customers with points, those with the most first",
        querystring: aPage,
        response: {
          200: Type.Object({
            members: Type.Array(
              Type.Object({ id: Type.String(), email: Type.String(), points: Type.Integer() }),
            ),
            count: Type.Integer(),
            points: Type.Integer({ description: "Of all customers together." }),
          }),
        },
      },
    },
    async ({ query: { limit, offset } }) => {
      const members = await shop.db
        .selectFrom("balance")
        .innerJoin("tradewind_v1.customer as customer", "customer.id", "balance.customer_id")
        .select(["customer.id", "customer.email", "balance.points"])
        .where("balance.points", "<>", 0)
        .orderBy("balance.points", "desc")
        .orderBy("balance.customer_id")
        .limit(limit)
        .offset(offset)
        .execute();
      const all = await shop.db
        .selectFrom("balance")
        .select((row) => [row.fn.countAll<number>().as("count"), row.fn.sum<number>("points").as("points")])
        .where("points", "<>", 0)
        .executeTakeFirstOrThrow();
      return { members, count: Number(all.count), points: Number(all.points ?? 0) };
    },
  );
}

function customerRoutes(app: RoutesApp, shop: LoyaltyShop): void {
  app.get<{ Params: { id: string } }>(
    "/admin/loyalty/customers/:id",
    {
      config: { permission: "customers:read" },
      schema: { summary: "Get the points of a customer", response: { 200: ofCustomer } },
    },
    ({ params: { id } }) => readCustomer(shop, id),
  );

  app.post<{ Params: { id: string }; Body: { points: number; note: string } }>(
    "/admin/loyalty/customers/:id/entries",
    {
      config: { permission: "customers:write" },
      schema: {
        summary: "Give points to a customer, or take some",
        body: Type.Object({
          points: Type.Integer({
            minimum: -1_000_000,
            maximum: 1_000_000,
            description: "Below zero: taken.",
          }),
          note: Type.String({ minLength: 1, maxLength: 500 }),
        }),
        response: { 200: ofCustomer },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { points, note } = request.body;
      const { userId } = await request.caller();
      if (points === 0) throw shop.refusal("invalid_data", "points: 0 changes nothing");
      const customer = await shop.db
        .selectFrom("tradewind_v1.customer")
        .select("has_account")
        .where("id", "=", id)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      if (!customer) throw shop.refusal("not_found", `There is no customer ${id}`);
      if (!customer.has_account)
        throw shop.refusal("not_allowed", "A customer without an account has no points");
      await shop.transaction(async (tx) => {
        await lockBalance(tx, id);
        const booking = { customerId: id, kind: "adjusted", points, note, userId } as const;
        const left = points > 0 ? await book(tx, booking) : await take(tx, booking);
        if (left === null) throw shop.refusal("not_allowed", "points: the customer does not have so many");
      });
      return readCustomer(shop, id);
    },
  );
}

function settingsRoutes(app: RoutesApp, shop: LoyaltyShop): void {
  app.get(
    "/admin/loyalty/settings",
    {
      config: { permission: "settings:read" },
      schema: { summary: "Get the settings of the points", response: { 200: settings } },
    },
    () => readSettings(shop),
  );

  app.post<{ Body: Static<typeof settings> }>(
    "/admin/loyalty/settings",
    {
      config: { permission: "settings:write" },
      schema: { summary: "Change the settings of the points", body: settings, response: { 200: settings } },
    },
    async ({ body: { program, rates } }) => {
      const codes = rates.map((rate) => rate.currency_code);
      const twice = codes.find((code, place) => codes.indexOf(code) < place);
      if (twice) throw shop.refusal("invalid_data", `rates: ${twice} is there twice`);
      await shop.transaction(async ({ db }) => {
        // The row is the lock of two changes at the same time.
        await db.updateTable("program").set(program).execute();
        await db.deleteFrom("rate").execute();
        if (rates.length > 0) await db.insertInto("rate").values(rates).execute();
      });
      return readSettings(shop);
    },
  );
}
