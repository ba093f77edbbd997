import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aPlace } from "../support/factories/carts.ts";
import { aCustomer, aShopper } from "../support/factories/customers.ts";
import { anOrder } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { PluginFiles } from "./plugin-files.ts";

/** Calls what the request says: an operation, or a list of them in one transaction with a row of its own. */
const CALLER = `
const problemOf = ({ name, status, type, code, message }: any) => ({ name, status, type, code, message });
export default {
  name: "caller",
  migrations: new URL("./migrations/", import.meta.url),
  events: { "caller.done": { type: "object" } },
  register({ shop, routes }: any) {
    routes((app: any) => {
      app.post("/store/call", { config: { public: true } }, async ({ body }: any) => {
        try {
          return { result: (await shop.api.as(body.as)[body.operation](body.input)) ?? null };
        } catch (error) {
          return { error: problemOf(error) };
        }
      });
      app.post("/store/together", { config: { public: true } }, async ({ body }: any) => {
        const results: any[] = [];
        const run = () => shop.transaction(async (tx: any) => {
          results.length = 0;
          if (body.row) await tx.db.insertInto("mark").values({ id: body.row }).execute();
          for (const { operation, input, catches } of body.calls) {
            const called = tx.api.as(body.as)[operation](input);
            results.push(catches ? await called.catch(problemOf) : await called);
          }
          if (body.parallel) await Promise.all(body.parallel.map((input: any) => tx.api.as(body.as)[body.operation](input)));
          if (body.fails) throw new Error("the plugin fails");
        });
        try {
          await run();
          return { results };
        } catch (error) {
          return { results, error: problemOf(error) };
        }
      });
    });
  },
};
`;

let files: PluginFiles;
let shop: StartedShop;
beforeAll(async () => {
  files = new PluginFiles({
    "plugin.ts": CALLER,
    "migrations/0001_mark.sql": "create table mark (id text primary key);",
  });
  shop = await startShop({ TRADEWIND_PLUGINS: files.at("plugin.ts") });
});
afterAll(async () => {
  await shop.close();
  files.remove();
});

const owner = { role: "Owner" };
const call = async (as: object, operation: string, input?: object) =>
  (await shop.visitor().post("/store/call", { as, operation, input })).body;
const together = async (body: object) =>
  (await shop.visitor().post("/store/together", { as: owner, calls: [], ...body })).body;
const marks = async () =>
  (
    await shop.db.run<{ id: string }>({ text: "select id from plugin_caller.mark order by id", values: [] })
  ).map(({ id }) => id);

describe("an operation that a plugin calls", () => {
  it("returns what the API answers, by its id", async () => {
    const { result } = await call(owner, "createAdminProduct", { body: { title: "Boots" } });
    const path = { id: result.product.id };
    expect((await call(owner, "getAdminProduct", { path })).result.product.title).toBe("Boots");
    const list = await call(owner, "listAdminProducts", { query: { q: "Boots", limit: 1 } });
    expect(list.result).toMatchObject({ count: 1, limit: 1 });
    const deleted = await call(owner, "deleteAdminProduct", { path });
    expect(deleted.result).toMatchObject({ deleted: true });
  });

  it.each([".", ".."])("is no other one when an id is %s", async (id) => {
    const listed = await call(owner, "listAdminCustomerGroupCustomers", { path: { id } });
    expect(listed.error).toMatchObject({
      status: 400,
      type: "invalid_data",
      message: `path.id cannot be ${id}`,
    });
    expect(listed.result).toBeUndefined();
  });

  it("throws what the API refuses, with status, type, code and message", async () => {
    expect((await call(owner, "createAdminProduct", { body: {} })).error).toMatchObject({
      name: "ApiError",
      status: 400,
      type: "invalid_data",
      message: expect.stringContaining("title"),
    });
    const unknown = await call(owner, "getAdminProduct", { path: { id: "prod_none" } });
    expect(unknown.error).toMatchObject({ status: 404, type: "not_found" });
  });

  it("has the permissions of the role, the user, the customer or a visitor", async () => {
    const { body } = await shop.admin.post("/admin/roles", { name: "Reader", permissions: ["orders:read"] });
    expect(body.role.name).toBe("Reader");
    const reader = { role: "Reader" };
    expect((await call(reader, "listAdminOrders")).result.orders).toEqual([]);
    const refused = await call(reader, "createAdminProduct", { body: { title: "No" } });
    expect(refused.error).toMatchObject({ status: 403, code: "missing_permission" });
    expect((await call({ storefront: true }, "listAdminOrders")).error).toMatchObject({ status: 401 });
    expect((await call({ user: shop.adminId }, "listAdminOrders")).result.orders).toEqual([]);
    const customer = await aCustomer(shop);
    const own = await call({ customer: customer.id }, "getStoreCustomer");
    expect(own.result.customer.id).toBe(customer.id);
    expect((await call({ role: "Nobody" }, "listAdminOrders")).error.message).toBe("There is no role Nobody");
  });

  it("is in the audit log and in events as the plugin", async () => {
    const { result } = await call(owner, "createAdminCollection", { body: { title: "Spring" } });
    const { body } = await shop.admin.get("/admin/audit-log?limit=50");
    const entries = Object.values(body).find(Array.isArray) as { user_id: string; path: string }[];
    expect(entries.find(({ path }) => path === "/admin/collections")).toMatchObject({
      user_id: "plugin:caller",
    });
    const [event] = await shop.db.run<{ user_id: string }>({
      text: "select user_id from tradewind.event where entity_id = $1",
      values: [result.collection.id],
    });
    expect(event!.user_id).toBe("plugin:caller");
  });

  it("is done once for an idempotency key, by 20 at once", async () => {
    const input = { body: { title: "Once" }, idempotencyKey: "f3b1c9d2-only-once-0001" };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(owner, "createAdminCollection", input)),
    );
    const done = answers.filter(({ result }) => result);
    expect(new Set(done.map(({ result }) => result.collection.id)).size).toBe(1);
    expect(answers.filter(({ error }) => error).every(({ error }) => error.status === 409)).toBe(true);
  });

  it("is done once for a short key of a visitor, too, and keys belong to the plugin and its caller", async () => {
    const region = await shop.admin.post("/admin/regions", {
      name: "Keys",
      currency_code: "usd",
      tax_rate: 0,
      payment_providers: ["manual"],
      fulfillment_providers: ["manual"],
      countries: [],
    });
    const input = { body: { region_id: region.body.region.id }, idempotencyKey: "nightly-1" };
    const visitor = { storefront: true };
    const first = await call(visitor, "createStoreCart", input);
    expect(first.result.cart.id).toMatch(/^cart_/);
    expect(await call(visitor, "createStoreCart", input)).toEqual(first);
    const shopper = await aShopper(shop);
    const own = await call({ customer: shopper.id }, "createStoreCart", input);
    expect(own.result.cart.id).not.toBe(first.result.cart.id);
    expect(own.result.cart.customer_id).toBe(shopper.id);
    const overHttp = await shopper.browser.post("/store/carts", input.body, {
      headers: { "idempotency-key": "nightly-1" },
    });
    expect(overHttp.body.cart.id).not.toBe(own.result.cart.id);
    const other = await call(visitor, "createStoreCart", { ...input, body: {} });
    expect(other.error).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  });

  it("starts an export with a role, and reads and cancels it, but not those of users", async () => {
    const body = { type: "product-export", context: {} };
    const { result } = await call(owner, "createAdminBatchJob", { body });
    expect(result.batch_job).toMatchObject({ created_by: null, type: "product-export" });
    const path = { id: result.batch_job.id };
    expect((await call(owner, "getAdminBatchJob", { path })).result.batch_job.id).toBe(path.id);
    const listed = await call(owner, "listAdminBatchJobs");
    expect(listed.result.batch_jobs.map(({ id }: { id: string }) => id)).toEqual([path.id]);
    const ofUser = await shop.admin.post("/admin/batch-jobs", body);
    const foreign = { path: { id: ofUser.body.batch_job.id } };
    expect((await call(owner, "cancelAdminBatchJob", foreign)).error).toMatchObject({ type: "not_allowed" });
    expect((await shop.admin.get(`/admin/batch-jobs/${path.id}`)).body.type).toBe("not_allowed");
  });

  it("that makes what only an account can have is refused without one", async () => {
    const input = { body: { name: "Mine", list: "orders", search: {} } };
    expect((await call(owner, "createAdminSavedView", input)).error).toMatchObject({
      type: "not_allowed",
      code: "needs_user",
      message: "This belongs to the account of a user: call it as { user }",
    });
  });

  it("has permissions of its own, and no others", async () => {
    const as = { permissions: ["products:write"] };
    const input = { body: { title: "By permission" } };
    expect((await call(as, "createAdminCollection", input)).result.collection.title).toBe("By permission");
    expect((await call(as, "listAdminOrders")).error).toMatchObject({
      status: 403,
      message: "You need the permission orders:read for this",
    });
    const wrong = await call({ permissions: ["products"] }, "createAdminCollection", input);
    expect(wrong.error.message).toContain("api.as(): there is no permission products: there are ");
    const typo = await call({ permissions: ["product:write"] }, "createAdminCollection", input);
    expect(typo.error.message).toBe(
      "api.as(): there is no permission product:write, but there is products:write",
    );
  });

  it("must exist, have its path and be one that ends", async () => {
    expect((await call(owner, "createProducts")).error.message).toContain("no operation createProducts");
    expect((await call(owner, "getAdminProduct")).error.message).toBe("getAdminProduct needs path.id");
    expect((await call(owner, "streamAdminEvents")).error.message).toContain("never ends");
    expect((await call(owner, "uploadAdminFiles")).error.message).toContain("not JSON");
    expect((await call({ admin: true }, "listAdminOrders")).error.message).toContain("api.as() needs");
  });

  it("gives nothing to requests from outside while it runs", async () => {
    const calls = Array.from({ length: 10 }, () => call(owner, "listAdminOrders"));
    const outside = Array.from({ length: 10 }, () => shop.visitor().get("/admin/orders"));
    expect((await Promise.all(outside)).map(({ status }) => status)).toEqual(Array(10).fill(401));
    expect((await Promise.all(calls)).every(({ result }) => result)).toBe(true);
  });
});

describe("operations in a transaction of the plugin", () => {
  const titled = (title: string) => ({ operation: "createAdminCollection", input: { body: { title } } });
  const listed = async () =>
    (await shop.admin.get("/admin/collections?limit=100")).body.collections.map(
      ({ title }: { title: string }) => title,
    );

  it("are committed with its own rows, and are seen by reads in it", async () => {
    const read = { operation: "listAdminCollections", input: { query: { limit: 100 } } };
    const { results } = await together({ row: "together", calls: [titled("Joined"), read] });
    expect(results[1].collections.map(({ title }: { title: string }) => title)).toContain("Joined");
    expect(await marks()).toContain("together");
    expect(await listed()).toContain("Joined");
  });

  it("are done once for the Idempotency-Key of the request, by 10 at once and by a repetition", async () => {
    const headers = { "idempotency-key": "b7a0c1d2-keyed-together-01" };
    const body = { as: owner, row: "keyed", calls: [titled("Keyed one"), titled("Keyed two")] };
    const send = () => shop.visitor().post("/store/together", body, { headers });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    const done = answers.filter(({ status }) => status === 200);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(new Set(done.map(({ body: { results } }) => results[1].collection.id)).size).toBe(1);
    expect((await send()).body).toEqual(done[0]!.body);
    const { body: found } = await shop.admin.get("/admin/collections?q=Keyed");
    expect(found.count).toBe(2);
  });

  it("write an order together with own rows, and read the shop", async () => {
    const place = await aPlace(shop, { currency_code: "usd" });
    const variantId = await aSoldVariant(shop);
    const order = await anOrder(shop.visitor(), { place, variantId });
    const path = { id: order.id };
    const metadata = { checked: "yes" };
    const reads = ["listAdminOrders", "listAdminVariants", "listAdminRegions", "listAdminSalesChannels"];
    const calls = [
      { operation: "updateAdminOrder", input: { path, body: { metadata } } },
      { operation: "getAdminOrder", input: { path } },
      { operation: "getAdminStore" },
      { operation: "getAdminRegion", input: { path: { id: place.id } } },
      { operation: "getAdminVariant", input: { path: { id: variantId } } },
      { operation: "listAdminShippingOptions", input: { query: {} } },
      ...reads.map((operation) => ({ operation, input: { query: { limit: 1 } } })),
    ];
    const failed = await together({ row: "order-failed", fails: true, calls });
    expect(failed.results[1].order.metadata).toEqual(metadata);
    expect((await shop.admin.get(`/admin/orders/${order.id}`)).body.order.metadata).not.toEqual(metadata);
    const { error, results } = await together({ row: "order", calls });
    expect([error, results.length]).toEqual([undefined, calls.length]);
    expect((await shop.admin.get(`/admin/orders/${order.id}`)).body.order.metadata).toEqual(metadata);
    expect(await marks()).toContain("order");
  });

  it("leave nothing behind if the plugin fails: no row, event or audit entry", async () => {
    const { error, results } = await together({ row: "failed", fails: true, calls: [titled("Failed")] });
    expect(error.message).toBe("the plugin fails");
    const { id } = results[0].collection;
    expect(await marks()).not.toContain("failed");
    expect(await listed()).not.toContain("Failed");
    const traces = await shop.db.run({
      text: `select 1 from tradewind.event where entity_id = $1 union all
        select 1 from tradewind.audit_entry where body ->> 'title' = 'Failed'`,
      values: [id],
    });
    expect(traces).toEqual([]);
  });

  it("that are refused are undone alone", async () => {
    const product = { operation: "createAdminProduct", input: { body: { title: "" } }, catches: true };
    const missing = {
      operation: "updateAdminCollection",
      input: { path: { id: "pcol_none" }, body: { title: "x" } },
      catches: true,
    };
    const { results, error } = await together({ row: "kept", calls: [product, missing, titled("Kept")] });
    expect(error).toBeUndefined();
    expect(results.map(({ status }: { status?: number }) => status)).toEqual([400, 404, undefined]);
    expect(await marks()).toContain("kept");
    expect(await listed()).toContain("Kept");
  });

  it("that cannot be undone are refused with a clear error", async () => {
    const { error } = await together({
      row: "none",
      calls: [{ operation: "createStoreCart", input: { body: {} } }],
    });
    expect(error).toMatchObject({ status: 400, code: "not_in_transaction" });
    expect(await marks()).not.toContain("none");
  });

  it("run one after the other, also if 20 are called at once", async () => {
    const parallel = Array.from({ length: 20 }, (_, n) => ({ body: { title: `Parallel ${n}` } }));
    const { error } = await together({ operation: "createAdminCollection", parallel });
    expect(error).toBeUndefined();
    expect((await listed()).filter((title: string) => title.startsWith("Parallel "))).toHaveLength(20);
  });

  it("fill no cache with rows that are not committed", async () => {
    const { body } = await shop.admin.post("/admin/products", { title: "Cached", status: "published" });
    const path = `/store/products/${body.product.id}`;
    expect((await shop.visitor().get(path)).body.product.title).toBe("Cached");
    const change = {
      operation: "updateAdminProduct",
      input: { path: { id: body.product.id }, body: { title: "Uncommitted" } },
    };
    const read = { operation: "listAdminProducts", input: { query: { limit: 50 } } };
    await together({ fails: true, calls: [change, read] });
    expect((await shop.visitor().get(path)).body.product.title).toBe("Cached");
    const { body: list } = await shop.admin.get("/admin/products?limit=50");
    expect(list.products.map(({ title }: { title: string }) => title)).not.toContain("Uncommitted");
  });

  it("needs no second connection: of more transactions than connections, each gets its turn at a row", async () => {
    const calls = [{ operation: "createAdminCustomerGroup", input: { body: { name: "Only one" } } }];
    const all = await Promise.all(Array.from({ length: 30 }, () => together({ row: "only", calls })));
    expect(all.filter(({ error }) => !error)).toHaveLength(1);
    expect((await marks()).filter((id) => id === "only")).toHaveLength(1);
    expect((await shop.admin.get("/admin/customer-groups?q=Only")).body.count).toBe(1);
  });
});
