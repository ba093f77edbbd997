import { afterEach, describe, expect, it } from "vitest";
import { aPlace, aReadyCart, complete } from "../support/factories/carts.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { until } from "../support/time/until.ts";
import { PluginFiles } from "./plugin-files.ts";

/** The steps do what the email of the cart says. */
const STEPS = `
const says = (cart: any, what: string) => cart.email.startsWith(what);
export default {
  name: "checked",
  migrations: new URL("./migrations/", import.meta.url),
  rules: {
    completion: ({ cart, data }: any, { refuse }: any) =>
      data?.score === 99 ? refuse("The score is too high", { code: "score" }) : undefined,
  },
  steps: {
    async beforeCompletion({ cart, totals }: any, { shop, refuse, signal, idempotencyKey }: any) {
      await shop.db.insertInto("run").values({ step: "before", key: idempotencyKey, total: totals.total }).execute();
      if (says(cart, "refused")) return refuse("Not today", { code: "not_today", status: 409 });
      if (says(cart, "broken")) throw new Error("secret");
      if (says(cart, "circle")) { const data: any = {}; data.data = data; return data; }
      if (says(cart, "scored")) return { score: 99 };
      if (says(cart, "endless")) return new Promise(() => {});
      if (says(cart, "changing")) {
        const { count } = await shop.db.selectFrom("run").select((row: any) => row.fn.countAll().as("count")).executeTakeFirst();
        if (Number(count) === 1)
          await shop.api.as({ storefront: true }).updateStoreCartLineItem({
            path: { id: cart.id, line_id: cart.items[0].id }, body: { quantity: 3 } });
      }
      return { score: 1 };
    },
    async afterCompletion({ order_id, cart_id, kind }: any, { shop, idempotencyKey }: any) {
      await shop.db.insertInto("run").values({ step: kind, key: idempotencyKey, total: 0 }).execute();
      const { count } = await shop.db.selectFrom("run").select((row: any) => row.fn.countAll().as("count"))
        .where("step", "=", "order").executeTakeFirst();
      if (Number(count) === 1) throw new Error("again");
    },
  },
};
`;
const RUNS = "create table run (seq serial primary key, step text, key text, total integer);";

let files: PluginFiles;
let shop: StartedShop | undefined;
let regionId: string;
let variantId: string;
const start = async (jobs = "0") => {
  files = new PluginFiles({ "plugin.ts": STEPS, "migrations/0001_run.sql": RUNS });
  shop = await startShop({ TRADEWIND_PLUGINS: files.at("plugin.ts"), TRADEWIND_JOBS: jobs });
  regionId = (await aPlace(shop, { currency_code: "usd", countries: ["us"] })).id;
  variantId = await aSoldVariant(shop, { stock: 10 });
  return shop;
};
afterEach(async () => {
  await shop?.close();
  shop = undefined;
  files.remove();
});

const runs = () =>
  shop!.db.run<{ step: string; key: string; total: number }>({
    text: "select step, key, total from plugin_checked.run order by seq",
    values: [],
  });
async function completeAs(email: string) {
  const id = await aReadyCart(
    shop!.visitor(),
    { regionId },
    { items: [{ variant_id: variantId, quantity: 1 }] },
  );
  await shop!.visitor().post(`/store/carts/${id}`, { email: `${email}@example.com` });
  await shop!.visitor().post(`/store/carts/${id}/payment-sessions`);
  return { id, answer: await complete(shop!.visitor(), id) };
}
const stock = async () => {
  const [row] = await shop!.db.run<{ inventory_quantity: number }>({
    text: "select inventory_quantity from product_variant where id = $1",
    values: [variantId],
  });
  return row!.inventory_quantity;
};

describe("a step before the completion", () => {
  it("refuses, fails or is scored before anything is reserved or paid", async () => {
    await start();
    const message = "The plugin checked failed in steps.beforeCompletion";
    expect((await completeAs("refused")).answer).toMatchObject({
      status: 409,
      body: { type: "not_allowed", code: "not_today", message: "Not today" },
    });
    const failed = { status: 409, body: { type: "unexpected_state", code: "plugin_failed", message } };
    expect((await completeAs("broken")).answer).toMatchObject(failed);
    expect((await completeAs("circle")).answer).toMatchObject(failed);
    expect((await completeAs("scored")).answer).toMatchObject({ status: 400, body: { code: "score" } });
    expect(await stock()).toBe(10);
    expect((await completeAs("fine")).answer).toMatchObject({ status: 200, body: { type: "order" } });
    expect(await stock()).toBe(9);
  });

  it("has ten seconds", async () => {
    await start();
    const { answer } = await completeAs("endless");
    expect(answer).toMatchObject({ status: 409, body: { code: "plugin_failed" } });
    expect(await stock()).toBe(10);
  }, 40_000);

  it("runs again for the cart as it is, if it was changed meanwhile", async () => {
    await start();
    const { answer } = await completeAs("changing");
    expect(answer).toMatchObject({ status: 200, body: { data: { total: 3300 } } });
    const ran = await runs();
    expect(ran.map(({ total }) => total)).toEqual([1100, 3300]);
    expect(new Set(ran.map(({ key }) => key)).size).toBe(2);
  });

  it("lets 20 parallel completions place one order", async () => {
    await start();
    const id = await aReadyCart(
      shop!.visitor(),
      { regionId },
      { items: [{ variant_id: variantId, quantity: 1 }] },
    );
    const answers = await Promise.all(Array.from({ length: 20 }, () => complete(shop!.visitor(), id)));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await stock()).toBe(9);
  });
});

describe("a step after the completion", () => {
  it("is a job that is repeated with the same key until it succeeds", async () => {
    await start("1");
    const { id } = await completeAs("after");
    await until(async () => (await runs()).filter(({ step }) => step === "order").length === 2);
    const keys = (await runs()).filter(({ step }) => step === "order").map(({ key }) => key);
    expect(keys).toEqual([`${id}-after-completion`, `${id}-after-completion`]);
  });

  it("waits in the queue when the process is gone", async () => {
    await start();
    await completeAs("later");
    const { body } = await shop!.admin.get("/admin/jobs");
    expect(body.jobs.map(({ task }: { task: string }) => task)).toContain(
      "plugin:checked:steps:afterCompletion",
    );
  });
});
