import { describe, expect } from "vitest";
import { LEFT_CARTS, ORDERS, orderPlan } from "../../src/demo/orders/order-plan.ts";
import { type StepName, stories } from "../../src/demo/orders/stories.ts";
import { demoState, loadDemoInto, refuseRows, rowCounts } from "../support/fixtures/demo.ts";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";

const DAY = 24 * 3_600_000;
let shop: StartedShop;
/** Cut off again and again, in the middle of everything that is done to orders. */
const cuts = [
  ["cart"],
  ['"order"', "new.email <> ''"],
  ["payment", "new.amount > 0"],
  ["fulfillment"],
  ["tracking_link"],
  ['"return"'],
  ["tradewind.payment_operation", "new.kind = 'refund'"],
  ["swap"],
  ["claim_order"],
  ["order_edit"],
  ["order_item_change"],
  ["note"],
  ["draft_order"],
  // The rest of the request is rolled back.
  ["tradewind.event", "new.name = 'order.items_returned'"],
  ["tradewind.event", "new.name = 'swap.received'"],
  ["tradewind.event", "new.name = 'order-edit.confirmed'"],
] as const;

const it = withSetup(
  async () => {
    shop = await startShop();
    await loadDemoInto(shop);
    for (const [table, condition] of cuts) {
      const mend = await refuseRows(shop.db, table, condition);
      await expect(loadDemoInto(shop, { withOrders: true })).rejects.toThrow();
      expect(await demoState(shop.db)).toMatchObject({ orders: { state: "loading" } });
      await mend();
    }
    await shop.db.run({
      text: `create trigger cut before update on tradewind.setting for each row
        when ((new.value -> 'orders' ->> 'made')::integer = 150) execute function cut()`,
      values: [],
    });
    await expect(loadDemoInto(shop, { withOrders: true })).rejects.toThrow("cut off");
    await shop.db.run({ text: "drop trigger cut on tradewind.setting", values: [] });
    expect(await loadDemoInto(shop, { withOrders: true })).toContain("12 customers, 200 orders");
  },
  () => shop.close(),
);

// biome-ignore lint/suspicious/noExplicitAny: rows of every shape
type Any = any;

const rows = (text: string): Promise<Any[]> => shop.db.run({ text, values: [] });
const read = async (path: string): Promise<Any> => (await shop.admin.get(path)).body;
const statesOf = async (column: string) =>
  new Set((await rows(`select distinct ${column}::text as state from "order"`)).map(({ state }) => state));

/** How many orders of the plan something is done to. */
const having = (...names: StepName[]) =>
  orderPlan().filter(({ story }) => stories[story].some(([name]) => names.includes(name as StepName))).length;

describe("the orders of the demo shop", () => {
  it("are 200, each of them once, after any interruption", async () => {
    expect((await read("/admin/orders?limit=1")).count).toBe(ORDERS);
    const made = await rows(
      `select (metadata ->> 'demo')::integer as number from "order" order by display_id`,
    );
    expect(made.map(({ number }) => number)).toEqual(Array.from({ length: ORDERS }, (_, index) => index + 1));
    expect(await demoState(shop.db)).toMatchObject({
      state: "done",
      orders: { state: "done", made: orderPlan().length },
    });
  });

  it("are followed by carts that were left, with their dates", async () => {
    const left = await rows(`select from cart where type = 'default' and completed_at is null`);
    expect(left).toHaveLength(LEFT_CARTS);
    const { carts } = await read("/admin/analytics/carts?period=90d");
    expect(carts.current.completed).toBe(orderPlan().filter(({ origin }) => origin === "cart").length);
    expect(carts.current.abandoned).toBeGreaterThan(LEFT_CARTS - 5);
    const { carts: lately } = await read("/admin/analytics/carts?period=30d");
    expect(lately.current.created).toBeLessThan(carts.current.created * 0.8);
  });

  it("went through their stories, and nothing was done twice", async () => {
    const counts = await rowCounts(shop.db);
    expect(counts).toMatchObject({
      draft_order: orderPlan().filter(({ origin }) => ["draft", "open draft"].includes(origin)).length,
      return: having("requestReturn", "requestReturnOfFirst") + having("requestSwap"),
      swap: having("requestSwap"),
      claim_order: having("claimRefund", "claimReplacement"),
      order_edit: having("requestEdit"),
      order_item_change: having("requestEdit"),
      note: having("note"),
      fulfillment: having("pack", "packFirst") + having("packSwap") + having("packClaim"),
      tracking_link: having("ship") + having("shipSwap") + having("shipClaim"),
    });
    expect(await rows("select from tradewind.payment_operation where state <> 'done'")).toEqual([]);
    expect(await rows("select from tradewind.carrier_call")).toEqual([]);
  });

  it("are in every state that orders come into", async () => {
    expect(await statesOf("status")).toEqual(new Set(["pending", "completed", "archived", "canceled"]));
    expect(await statesOf("payment_status")).toEqual(
      new Set(["awaiting", "captured", "partially_refunded", "refunded", "canceled"]),
    );
    expect(await statesOf("fulfillment_status")).toEqual(
      new Set([
        ...["not_fulfilled", "partially_fulfilled", "fulfilled", "partially_shipped", "shipped"],
        ...["partially_returned", "returned", "canceled", "requires_action"],
      ]),
    );
    const states = await rows(`select distinct status::text as state from "return"`);
    expect(states.map(({ state }) => state).sort()).toEqual(["received", "requested", "requires_action"]);
  });

  it("leave things to do: returns, swaps and an edit that are open, and drafts", async () => {
    expect((await read("/admin/returns?status[]=requested")).count).toBeGreaterThan(0);
    expect((await rows("select from swap where confirmed_at is null")).length).toBeGreaterThan(0);
    const { order_edits: edits } = await read("/admin/order-edits?limit=100");
    expect(edits.filter(({ status }: Any) => status === "requested").length).toBeGreaterThan(0);
    expect((await read("/admin/draft-orders?status[]=open")).count).toBe(4);
  });

  it("were placed over the last 90 days, in the order of their numbers", async () => {
    const orders = await rows(`select created_at, updated_at from "order" order by display_id`);
    const placed = orders.map(({ created_at }) => new Date(created_at).getTime());
    expect([...placed].sort((a, b) => a - b)).toEqual(placed);
    expect(placed[0]).toBeGreaterThan(Date.now() - 90 * DAY);
    expect(placed[0]).toBeLessThan(Date.now() - 85 * DAY);
    expect(placed.at(-1)).toBeGreaterThan(Date.now() - 2 * DAY);
    const days = new Set(placed.map((time) => Math.floor(time / DAY)));
    expect(days.size).toBeGreaterThan(75);
  });

  it("and so was all that belongs to them: nothing of it happened today, or before the order", async () => {
    const { orders } = (await demoState(shop.db)) as { orders: { began: string } };
    for (const [table, column] of [
      ['"order"', "updated_at"],
      ["draft_order", "updated_at"],
      ["payment", "coalesce(captured_at, updated_at)"],
      ["refund", "created_at"],
      ["fulfillment", "coalesce(shipped_at, updated_at)"],
      ['"return"', "coalesce(received_at, updated_at)"],
      ["swap", "updated_at"],
      ["claim_order", "updated_at"],
      ["order_edit", "updated_at"],
      ["payment_collection", "updated_at"],
      ["note", "created_at"],
      ["customer", "created_at"],
    ]) {
      expect(await rows(`select id from ${table} where ${column} > '${orders.began}'`), table).toEqual([]);
    }
    const early =
      await rows(`select sold.id from "order" sold join fulfillment sent on sent.order_id = sold.id
      join payment paid on paid.order_id = sold.id
      where sent.shipped_at <= sold.created_at or paid.captured_at <= sold.created_at and draft_order_id is null
        or sold.updated_at < sent.shipped_at`);
    expect(early).toEqual([]);
    const events = await rows(`select name from tradewind.event where name like 'order.%'
      and occurred_at > '${orders.began}'`);
    expect(events).toEqual([]);
  });

  it("belong to accounts and to guests, who came with them", async () => {
    expect((await read("/admin/customers?has_account=true")).count).toBe(12);
    const orders = orderPlan().filter(({ origin }) => origin !== "left cart");
    const guests = new Set(orders.flatMap(({ buyer }) => (buyer.isGuest ? [buyer.email] : [])));
    expect((await read("/admin/customers?has_account=false")).count).toBe(guests.size);
    const { customers } = await read("/admin/customers?q=freja.holm@example.com&expand=orders");
    expect(customers[0].orders.length).toBeGreaterThan(2);
  });

  it("send no notifications, and leave enough stock", async () => {
    expect(
      await rows(
        "select from tradewind.event where name = 'order.placed' and not data @> '{\"no_notification\": true}'",
      ),
    ).toEqual([]);
    expect(await rows(`select from "order" where no_notification is not true`)).toEqual([]);
    const empty = await rows(`select item.sku from inventory_item item
      join inventory_level level on level.inventory_item_id = item.id
      where level.stocked_quantity <= level.reserved_quantity order by item.sku`);
    expect(empty.map(({ sku }) => sku)).toEqual(["BHS-NAV-S", "SDB-38", "SKJ-OCH-XL", "TSB-1L-CRE"]);
  });

  it("have timelines with users and times", async () => {
    const [{ id }] = await rows(`select sold.id from "order" sold join customer on customer.id = customer_id
      where status = 'archived' and has_account and draft_order_id is null limit 1`);
    const { timeline } = await read(`/admin/orders/${id}/timeline`);
    const names = timeline.map(({ name }: Any) => name);
    expect(names.at(-1)).toBe("order.placed");
    expect(names).toContain("order.shipment_created");
    expect(timeline.at(-1)).toMatchObject({ user: null });
    const times = timeline.map(({ occurred_at }: Any) => new Date(occurred_at).getTime());
    expect([...times].sort((a, b) => b - a)).toEqual(times);
  });
});

describe("an order that is changed while it is created", () => {
  it("is left as it is, and the others follow", async () => {
    const changed = await startShop();
    await loadDemoInto(changed);
    const mend = await refuseRows(changed.db, "fulfillment");
    await expect(loadDemoInto(changed, { withOrders: true })).rejects.toThrow("/fulfillment");
    await mend();
    const { body } = await changed.admin.get("/admin/orders");
    expect(body.count).toBe(1);
    expect((await changed.admin.post(`/admin/orders/${body.orders[0].id}/cancel`)).status).toBe(200);
    const { regions } = (await changed.admin.get("/admin/regions")).body;
    const america = regions.find(({ name }: Any) => name === "United States");
    expect((await changed.admin.delete(`/admin/regions/${america.id}`)).status).toBe(200);
    await refuseRows(changed.db, "note");
    await expect(loadDemoInto(changed, { withOrders: true })).rejects.toThrow("/admin/notes");
    const { orders } = (await changed.admin.get("/admin/orders?order=display_id")).body;
    expect(orders.length).toBeGreaterThan(1);
    const numbers = orders.map(({ metadata }: Any) => metadata.demo);
    const possible = orderPlan().filter(({ number, region }) => number === 1 || region.name === "Europe");
    expect(numbers).toEqual(possible.slice(0, numbers.length).map(({ number }) => number));
    expect(orders[0]).toMatchObject({ status: "canceled", fulfillments: [] });
    expect(orders[1]).toMatchObject({ status: "archived", fulfillment_status: "shipped" });
    await changed.close();
  });
});
