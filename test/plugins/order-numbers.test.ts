import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exported } from "../support/factories/batch-jobs.ts";
import { aPlace, aReadyCart, complete } from "../support/factories/carts.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aDataFolder } from "../support/factories/uploads.ts";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { PluginFiles } from "./plugin-files.ts";

const CHOOSER = `
export default {
  name: "numbers",
  choices: { orderNumber: ({ display_id, cart }: any) => (cart.email ? "TW-" + (7000 + display_id) : undefined) },
};
`;

const data = aDataFolder();
const withJobs = { TRADEWIND_JOBS: "2", TRADEWIND_DATA_DIR: data.folder };

let files: PluginFiles;
let shop: StartedShop;
let plain: StartedShop;
let order: { id: string; display_id: number; external_id: string };

async function bought(at: StartedShop) {
  const home = await aPlace(at, { currency_code: "usd", countries: ["us"] });
  const items = [{ variant_id: await aSoldVariant(at), quantity: 1 }];
  const cart = await aReadyCart(at.visitor(), { regionId: home.id }, { items });
  return (await complete(at.visitor(), cart)).body.data;
}

beforeAll(async () => {
  files = new PluginFiles({ "plugin.ts": CHOOSER });
  shop = await startShop({ ...withJobs, TRADEWIND_PLUGINS: files.at("plugin.ts") });
  plain = await startShop(withJobs);
  order = await bought(shop);
});
afterAll(async () => {
  await shop.close();
  await plain.close();
  files.remove();
  data.remove();
});

describe("the number that a plugin chose for an order", () => {
  const found = async (q: string) => {
    const { body } = await shop.admin.get(`/admin/orders?q=${q}&fields=id,external_id&expand=`);
    return body.orders.map(({ external_id }: { external_id: string }) => external_id);
  };

  it("is in the order of an admin, and says so to the dashboard", async () => {
    const { body } = await shop.admin.get(`/admin/orders/${order.id}`);
    expect(body.order.external_id).toBe(`TW-${7000 + order.display_id}`);
    expect((await shop.admin.get("/admin/permissions/me")).body.has_order_numbers).toBe(true);
  });

  it("is found by q, also after the order has changed", async () => {
    expect(await found(order.external_id)).toEqual([order.external_id]);
    await shop.admin.post(`/admin/orders/${order.id}`, { email: "other@example.com" });
    expect(await found(order.external_id.toLowerCase())).toEqual([order.external_id]);
    expect(await found("other@example.com")).toEqual([order.external_id]);
  });

  it("is on the invoice, and in the notice of the order", async () => {
    expect((await shop.admin.post(`/admin/orders/${order.id}/papers`, { kind: "invoice" })).status).toBe(200);
    const [paper] = await shop.db.run<{ number: string }>({
      text: "select content ->> 'order_number' as number from tradewind.order_paper where order_id = $1",
      values: [order.id],
    });
    expect(paper).toEqual({ number: order.external_id });
    const { body } = await shop.admin.get("/admin/notices");
    expect(JSON.stringify(body.notices)).toContain(`#${order.external_id}`);
  });

  it("is a column of the exported orders", async () => {
    const { lines } = await exported(shop, "order-export");
    expect(lines.map((line) => line["Order Number"])).toEqual([order.external_id]);
  });
});

describe("a shop where no plugin chooses numbers", () => {
  it("has the answers and files that it had, also for orders with an id of another system", async () => {
    const { id } = await bought(plain);
    await plain.db.run({ text: `update "order" set external_id = 'ERP-1' where id = $1`, values: [id] });
    const { body } = await plain.admin.get(`/admin/orders/${id}`);
    expect(body.order).not.toHaveProperty("external_id");
    expect((await plain.admin.get("/admin/permissions/me")).body).not.toHaveProperty("has_order_numbers");
    const { lines } = await exported(plain, "order-export");
    expect(lines[0]).not.toHaveProperty("Order Number");
    const searched = await plain.admin.get("/admin/orders?q=ERP-1");
    expect(searched.body.count).toBe(0);
  });
});
