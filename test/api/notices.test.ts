import { describe, expect } from "vitest";
import { noticeLowStock } from "../../src/modules/reporting/notices/use-cases/notice-low-stock.ts";
import type { Client } from "../support/clients/client.ts";
import { aPlace, type Place } from "../support/factories/carts.ts";
import { anOrder } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { until } from "../support/time/until.ts";

const { it, shop } = withShop();
let place: Place;
let variantId: string;
it.beforeAll(async () => {
  place = await aPlace(shop);
  variantId = await aSoldVariant(shop);
});

const order = (of = variantId) =>
  anOrder(shop.visitor(), { place, variantId: of, email: "buyer@example.com" });
const list = async (client: Client = shop.admin, query = "") =>
  (await client.get(`/admin/notices${query}`)).body;

/** A client of a new user with these permissions. */
async function userWith(permissions: string[]): Promise<Client> {
  const unique = permissions.join("-").replaceAll(":", ".");
  const account = { email: `${unique}@example.com`, password: "harbour lights 42" };
  const { body: made } = await shop.admin.post("/admin/users", account);
  const { body } = await shop.admin.post("/admin/roles", { name: unique, permissions });
  await shop.admin.post(`/admin/users/${made.user.id}/role`, { role_id: body.role.id });
  const client = shop.visitor();
  await client.post("/admin/auth", account);
  return client;
}

describe("notices", () => {
  it("have what happened, newest first, with what it is about", async () => {
    const first = await order();
    const second = await order();
    const { notices, unread } = await list();
    expect(notices[0]).toMatchObject({
      kind: "order_placed",
      label: `#${second.display_id}`,
      target: second.id,
      is_read: false,
    });
    expect(notices[1].target).toBe(first.id);
    expect(unread).toBeGreaterThanOrEqual(2);
  });

  it("are read by each user for themselves, one by one or up to one of them", async () => {
    await order();
    const other = await userWith(["orders:read"]);
    const { notices, unread } = await list();
    const some = await shop.admin.post("/admin/notices/read", { ids: [notices[0].id] });
    expect(some.body.unread).toBe(unread - 1);
    expect((await list()).notices[0].is_read).toBe(true);
    const all = await shop.admin.post("/admin/notices/read", { up_to: notices[0].id });
    expect(all.body.unread).toBe(0);
    const last = await order();
    const now = await list();
    expect(now.unread).toBe(1);
    expect(now.notices[0]).toMatchObject({ target: last.id, is_read: false });
    expect((await list(other)).unread).toBeGreaterThan(1);
    expect((await other.get("/admin/notices/unread")).body.unread).toBeGreaterThan(1);
  });

  it("come in pages without a gap", async () => {
    const { notices } = await list(shop.admin, "?limit=100");
    const page = await list(shop.admin, "?limit=2");
    const next = await list(shop.admin, `?limit=100&before=${page.notices[1].id}`);
    expect(page.has_more).toBe(true);
    expect([...page.notices, ...next.notices].map(({ id }) => id)).toEqual(
      notices.map(({ id }: { id: string }) => id),
    );
  });

  it("of a kind that a user does not want are left out, for that user", async () => {
    const set = await shop.admin.post("/admin/notices/kinds", { muted: ["order_placed"] });
    expect(set.body.kinds).toContainEqual({ name: "order_placed", is_muted: true });
    expect((await list()).notices.filter(({ kind }: { kind: string }) => kind === "order_placed")).toEqual(
      [],
    );
    expect((await shop.admin.post("/admin/notices/kinds", { muted: ["everything"] })).status).toBe(400);
    await shop.admin.post("/admin/notices/kinds", { muted: [] });
    expect((await list()).notices.length).toBeGreaterThan(0);
  });

  it("are refused with the name of the field", async () => {
    for (const [path, field] of [
      ["?limit=0", "limit"],
      ["?before=evt_none", "before"],
      ["?before=1;drop", "before"],
    ] as const) {
      const { status, body } = await shop.admin.get(`/admin/notices${path}`);
      expect(status).toBe(400);
      expect(body.message).toContain(field);
    }
    const { status } = await shop.admin.post("/admin/notices/read", { up_to: "evt_none" });
    expect(status).toBe(400);
    expect((await shop.visitor().get("/admin/notices")).status).toBe(401);
  });
});

describe("the role of a user", () => {
  it("decides what is in the notices, their number and their kinds", async () => {
    const placed = await order();
    const packer = await userWith(["stock:read"]);
    expect(await list(packer)).toEqual({ notices: [], has_more: false, unread: 0 });
    const { body } = await packer.get("/admin/notices/kinds");
    expect(body.kinds.map(({ name }: { name: string }) => name)).toEqual(["stock_low"]);
    expect(JSON.stringify(await list(packer))).not.toContain(placed.id);
  });

  it("does not show a mention of another user", async () => {
    const [admin] = await shop.db.run<{ id: string }>({
      text: 'select id from "user" order by created_at limit 1',
      values: [],
    });
    const mention = (id: string, userId: string) =>
      shop.db.run({
        text: `insert into tradewind.event (id, name, entity_id, data)
          values ($1, 'note.mentioned', 'note_1', jsonb_build_object('id', 'note_1', 'user_id', $2::text))`,
        values: [id, userId],
      });
    await mention("evt_mine", admin!.id);
    await mention("evt_other", "usr_other");
    const ids = (await list()).notices.map(({ id }: { id: string }) => id);
    expect(ids).toContain("evt_mine");
    expect(ids).not.toContain("evt_other");
  });
});

/** Looks at what was sold until the last order: one that an open transaction may precede waits for the next look. */
const lookAtSales = () =>
  until(async () => {
    await noticeLowStock({ db: shop.db });
    const [left] = await shop.db.run<{ count: number }>({
      text: `select count(*)::integer as count from tradewind.event
        where name = 'order.placed' and seq > (select seq from tradewind.low_stock_cursor)`,
      values: [],
    });
    return left!.count === 0;
  });

describe("low stock", () => {
  it("is announced once when a variant was sold down to a few pieces, and again after it had more", async () => {
    const scarce = await aSoldVariant(shop, {
      product: {
        title: "Last lamp",
        variants: [
          { title: "Small", inventory_quantity: 6, prices: [{ currency_code: "usd", amount: 1000 }] },
        ],
      },
    });
    const lowOnes = async () =>
      (await list(shop.admin, "?limit=100")).notices.filter(
        ({ kind, label }: { kind: string; label: string }) =>
          kind === "stock_low" && label === "Last lamp Small",
      );
    await order(scarce);
    await lookAtSales();
    expect(await lowOnes()).toHaveLength(1);
    await order(scarce);
    await lookAtSales();
    expect(await lowOnes()).toHaveLength(1);
    const setStock = (inventory_quantity: number) =>
      shop.db.run({
        text: "update product_variant set inventory_quantity = $2 where id = $1",
        values: [scarce, inventory_quantity],
      });
    await setStock(50);
    await lookAtSales();
    await setStock(5);
    await order(scarce);
    await lookAtSales();
    expect(await lowOnes()).toHaveLength(2);
  });
});
