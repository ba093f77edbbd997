import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { PluginFiles } from "./plugin-files.ts";

/** Does in a transaction what belongs outside of it: the request says what. */
const MIXED = `
const outside: any = {
  db: ({ db }: any) => db.insertInto("mark").values({ id: "outside" }).execute(),
  api: ({ api }: any) => api.as({ permissions: ["settings:read"] }).listAdminRegions(),
  transaction: (shop: any) => shop.transaction(async (tx: any) => tx.db.insertInto("mark").values({ id: "outside" }).execute()),
};
export default {
  name: "mixed",
  migrations: new URL("./migrations/", import.meta.url),
  middleware: [{ path: "/admin/customer-groups", handler: async (_: any, reply: any, { shop }: any) => {
    const rows = await shop.db.selectFrom("mark").select("id").execute();
    reply.header("x-marks", rows.length);
  } }],
  register({ shop, routes }: any) {
    const problemOf = ({ message }: any) => ({ message });
    routes((app: any) => {
      app.post("/store/inside", async ({ body }: any) => {
        try {
          await shop.transaction(async (tx: any) => {
            await tx.db.insertInto("mark").values({ id: body.id }).execute();
            await outside[body.way](shop);
          });
          return {};
        } catch (error) {
          return problemOf(error);
        }
      });
      app.post("/store/after", async ({ body }: any) => {
        let late: Promise<unknown> | undefined;
        await shop.transaction(async (tx: any) => {
          await tx.db.insertInto("mark").values({ id: body.id }).execute();
          late = new Promise((done) => setTimeout(done, 200)).then(() => shop.db.selectFrom("mark").select("id").execute());
        });
        return { marks: await late };
      });
      app.post("/store/joined", async () => {
        await shop.transaction((tx: any) => tx.api.as({ role: "Owner" }).createAdminCustomerGroup({ body: { name: "Joined" } }));
        return {};
      });
    });
  },
};
`;

let files: PluginFiles;
let shop: StartedShop;
beforeAll(async () => {
  files = new PluginFiles({
    "plugin.ts": MIXED,
    "migrations/0001_mark.sql": "create table mark (id text primary key);",
  });
  shop = await startShop({ TRADEWIND_PLUGINS: files.at("plugin.ts") });
});
afterEach(() => shop.db.run({ text: "delete from plugin_mixed.mark", values: [] }));
afterAll(async () => {
  await shop.close();
  files.remove();
});

const marks = async () =>
  (
    await shop.db.run<{ id: string }>({ text: "select id from plugin_mixed.mark order by id", values: [] })
  ).map(({ id }) => id);

describe("what is no part of an open transaction", () => {
  it.each([
    ["db", "shop.db: use tx.db"],
    ["api", "shop.api: use tx.api"],
    ["transaction", "shop.transaction: use the tx that is open"],
  ])("is refused in it: shop.%s", async (way, reason) => {
    const { body } = await shop.visitor().post("/store/inside", { way, id: way });
    expect(body.message).toBe(
      `A transaction of this plugin is open, and this would not be a part of it. In place of ${reason}`,
    );
    expect(await marks()).toEqual([]);
  });

  it("is refused at once when many try it, and the shop goes on", async () => {
    const tries = Array.from({ length: 40 }, (_, place) =>
      shop.visitor().post("/store/inside", { way: "api", id: `id-${place}` }),
    );
    for (const { status, body } of await Promise.all(tries))
      expect([status, body.message]).toEqual([200, expect.stringContaining("use tx.api")]);
    expect((await shop.visitor().get("/store/regions")).status).toBe(200);
  });

  it("can be used when it has ended, and by middleware of operations that are a part of it", async () => {
    const after = await shop.visitor().post("/store/after", { id: "after" });
    expect(after.body.marks).toEqual([{ id: "after" }]);
    expect(await shop.visitor().post("/store/joined", {})).toMatchObject({ status: 200 });
    expect((await shop.admin.get("/admin/customer-groups")).body.count).toBe(1);
  });
});
