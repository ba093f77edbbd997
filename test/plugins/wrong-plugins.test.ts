import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WAITS } from "../../src/http/waits.ts";
import { loadPlugins } from "../../src/plugins/load-plugins.ts";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { aCart, aPlace, aReadyCart, complete } from "../support/factories/carts.ts";
import { aSellingLocation, aSoldVariant, aStockedVariant } from "../support/factories/sold-products.ts";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { PluginFiles } from "./plugin-files.ts";

const logged: string[] = [];
const logStream = { write: (line: string) => logged.push(line) } as unknown as NodeJS.WritableStream;
const waits = { ...WAITS, plugins: { middleware: 100, answer: 200 } };

let files: PluginFiles;
let shop: StartedShop;
const start = async (text: string, more: Record<string, string> = {}) => {
  files = new PluginFiles({ "plugin.ts": text, ...more });
  shop = await startShop(
    { TRADEWIND_PLUGINS: files.at("plugin.ts"), LOG_LEVEL: "error" },
    { logStream, waits },
  );
};
const end = async () => {
  await shop.close();
  files.remove();
};
afterEach(() => {
  logged.length = 0;
});

describe("a plugin that never comes to an end while it is loaded is named", () => {
  const load = (text: string) => {
    const own = new PluginFiles({ "plugin.mjs": text });
    return loadPlugins([own.at("plugin.mjs")], new ProviderRegistry(), 200).finally(() => own.remove());
  };

  it.each([
    ["in register", "export default { name: 'waits', register: () => new Promise(() => {}) };"],
    ["in its module", "await new Promise(() => {}); export default { name: 'waits' };"],
  ])("%s", async (_, text) => {
    await expect(load(text)).rejects.toThrow(/^plugin .*plugin\.mjs: it took longer than 0\.2 s$/);
  });
});

describe("a plugin that is named twice", () => {
  it("stops the start, as its rules would run twice", async () => {
    const own = new PluginFiles({ "plugin.ts": "export default { name: 'points' };" });
    const sources = [own.at("plugin.ts"), own.at("plugin.ts")];
    await expect(loadPlugins(sources, new ProviderRegistry())).rejects.toThrow(
      "plugin.ts: it is named twice",
    );
    own.remove();
  });
});

/** Runs the SQL of the request. The names in it are those of the shop. */
const SQL = `
import { sql } from "tradewind/plugin";
export default {
  name: "raw",
  migrations: new URL("./migrations/", import.meta.url),
  middleware: [
    { path: "/store/regions", handler: ({ headers }: any) => headers["x-waits"] && new Promise(() => {}) },
  ],
  register({ shop, routes }: any) {
    routes((app: any) => {
      app.post("/store/sql", async ({ body }: any) => {
        const run = (db: any) => sql.raw(body.sql).execute(db);
        const { rows } = await (body.joined ? shop.transaction((tx: any) => run(tx.db)) : run(shop.db));
        return { rows };
      });
      app.get("/store/throws", async () => { throw new TypeError("the key is hunter2"); });
      app.get("/store/waits", () => new Promise(() => {}));
      app.get("/store/streams", (_: any, reply: any) => {
        reply.raw.writeHead(200);
        reply.raw.write("a");
        setTimeout(() => reply.raw.end("b"), 500);
        return reply.hijack?.();
      });
    });
  },
};
`;

describe("a plugin that leaves its own tables", () => {
  beforeAll(() =>
    start(SQL.replace('"tradewind/plugin"', `"${new URL("../../src/plugins/index.ts", import.meta.url)}"`), {
      "migrations/0001_mark.sql": "create table mark (id text);",
    }),
  );
  afterAll(end);
  const sql = (text: string, joined = false) => shop.visitor().post("/store/sql", { sql: text, joined });

  it.each([
    ["set role pg_monitor", "runs no set statement"],
    ["set search_path to plugin_raw", "runs no set statement"],
    ["/* a */ reset all", "runs no reset statement"],
    ["select set_config('search_path', 'plugin_raw', false)", "does not call set_config"],
    [`select "set_config"('search_path', 'plugin_raw', false)`, "does not call set_config"],
    ["update public.note set value = 'x'", "does not use the schema public"],
    ["select pg_advisory_lock(1)", "does not call pg_advisory_lock"],
    ["commit", "runs no commit statement"],
    ["drop table public.product", "runs no drop statement"],
    [
      "create function plugin_raw.f() returns int security definer language sql as 'select 1'",
      "runs no create",
    ],
    ["copy public.product to program 'cat'", "runs no copy statement"],
    ["do 'begin end'", "runs no do statement"],
    ["", "runs no empty statement"],
    ["select 1; drop table note", "cannot insert multiple commands into a prepared statement"],
  ])("gets an error for %s, and the shop goes on", async (text, reason) => {
    for (const joined of [false, true]) {
      const answer = await sql(text, joined);
      expect(answer).toMatchObject({ status: 500, body: { message: "An unknown error occurred." } });
    }
    expect(logged.join("")).toContain("the route POST /store/sql of the plugin raw failed: ");
    expect(logged.join("")).toContain(reason);
    expect((await shop.visitor().get("/store/products")).status).toBe(200);
  });

  it("reads and writes its own", async () => {
    expect((await sql("insert into plugin_raw.mark values ('a')", true)).status).toBe(200);
    const { body } = await sql("-- own\n (select id from plugin_raw.mark)");
    expect(body.rows).toEqual([{ id: "a" }]);
  });

  it("is named in the log when a route throws or does not answer, and the answer has nothing of it", async () => {
    const fault = { status: 500, body: { message: "An unknown error occurred." } };
    const answers = [await shop.visitor().get("/store/throws"), await shop.visitor().get("/store/waits")];
    for (const answer of answers) {
      expect(answer).toMatchObject(fault);
      expect(JSON.stringify(answer.body)).not.toContain("hunter2");
    }
    expect(logged.join("")).toContain("the route GET /store/throws of the plugin raw failed: the key is");
    expect(logged.join("")).toContain(
      "the route GET /store/waits of the plugin raw failed: it took longer than 0.2 s",
    );
    const stream = await fetch(`${shop.baseUrl}/store/streams`);
    expect(await stream.text()).toBe("ab");
  });

  it("is named in the log when its middleware waits for ever", async () => {
    const answer = await fetch(`${shop.baseUrl}/store/regions`, { headers: { "x-waits": "yes" } });
    expect(answer.status).toBe(500);
    expect(logged.join("")).toContain(
      "the middleware /store/regions of the plugin raw failed: it took longer than 0.1 s",
    );
    expect((await shop.visitor().get("/store/regions")).status).toBe(200);
  });
});

const NONSENSE = `
const returned = (point: string) => () => (globalThis as any).nonsense?.[point];
export default {
  name: "nonsense",
  choices: {
    price: returned("price"), taxLines: returned("taxLines"), location: returned("location"), orderNumber: returned("orderNumber"),
  },
  steps: { beforeCompletion: async () => returned("step")() },
};
`;

describe("a choice or step that returns nonsense", () => {
  let regionId: string;
  let variantId: string;
  let stockedId: string;
  beforeAll(async () => {
    await start(NONSENSE);
    regionId = (await aPlace(shop, { currency_code: "usd", countries: ["us"], tax_rate: 10 })).id;
    variantId = await aSoldVariant(shop);
    const { id } = await aSellingLocation(shop);
    ({ variantId: stockedId } = await aStockedVariant(shop, { [id]: 90 }));
  });
  afterAll(end);
  const returning = async <Answer>(point: string, value: unknown, work: () => Promise<Answer>) => {
    Object.assign(globalThis, { nonsense: { [point]: value } });
    try {
      return await work();
    } finally {
      Object.assign(globalThis, { nonsense: undefined });
    }
  };
  const failed = (part: string) => ({
    status: 409,
    body: { code: "plugin_failed", message: `The plugin nonsense failed in ${part}` },
  });
  const throwing = (name: string) => ({
    get [name]() {
      throw new Error("late");
    },
  });
  const ready = () =>
    aReadyCart(shop.visitor(), { regionId }, { items: [{ variant_id: stockedId, quantity: 1 }] });

  it("for a price refuses the line and the offers that need it", async () => {
    const cart = await aCart(shop.visitor(), { region_id: regionId });
    const amounts = [-1, 1.5, Number.NaN, 2 ** 53, 1e300, "5", null].map((amount) => ({ amount }));
    const candidates = [-1, 7, 0.5, "0"].map((candidate) => ({ candidate }));
    const others = ["x", 5, true, [], {}, Promise.resolve(), throwing("amount")];
    for (const value of [...amounts, ...candidates, ...others]) {
      const add = () =>
        shop.visitor().post(`/store/carts/${cart.id}/line-items`, { variant_id: variantId, quantity: 1 });
      expect([value, await returning("price", value, add)]).toMatchObject([
        expect.anything(),
        failed("choices.price"),
      ]);
    }
    const list = () => shop.visitor().get(`/store/products?region_id=${regionId}`);
    expect(await returning("price", "x", list)).toMatchObject(failed("choices.price"));
    const { body } = await shop.visitor().get(`/store/carts/${cart.id}`);
    expect(body.cart.items).toEqual([]);
  });

  it("for taxes refuses the cart", async () => {
    const items = [{ variant_id: variantId, quantity: 1 }];
    const cart = await aCart(shop.visitor(), { region_id: regionId, items });
    const line = cart.items[0]!.id;
    const rate = { rate: 7, name: "Reduced", code: null };
    const lines = [
      { [line]: "x" },
      { [line]: [{ ...rate, rate: -1 }] },
      { [line]: [{ ...rate, rate: Number.NaN }] },
      { [line]: [{ ...rate, rate: 1e9 }] },
      { [line]: [{ rate: 7 }] },
      { item_none: [rate] },
      "x",
    ].map((each) => ({ lines: each }));
    for (const value of [...lines, 5, "x", [], { line: {} }, { shipping: 5 }, throwing("lines")]) {
      const read = () => shop.visitor().get(`/store/carts/${cart.id}`);
      expect([value, await returning("taxLines", value, read)]).toMatchObject([
        expect.anything(),
        failed("choices.taxLines"),
      ]);
    }
  });

  it("for locations, numbers and steps refuses the order, and reserves nothing", async () => {
    const wrong: [string, string, unknown[]][] = [
      ["location", "choices.location", ["x", 5, {}, [1], ["sloc_none"]]],
      ["orderNumber", "choices.orderNumber", [5, "", "a b", "x".repeat(61), {}, "a\nb"]],
      ["step", "steps.beforeCompletion", ["x", 5, { big: "x".repeat(70_000) }, { n: 1n }]],
    ];
    const cart = await ready();
    for (const [point, part, values] of wrong)
      for (const value of values)
        expect([value, await returning(point, value, () => complete(shop.visitor(), cart))]).toMatchObject([
          expect.anything(),
          failed(part),
        ]);
    const reserved = await shop.db.run({ text: "select id from reservation_item", values: [] });
    expect(reserved).toEqual([]);
    expect(await complete(shop.visitor(), cart)).toMatchObject({ status: 200, body: { type: "order" } });
  });
});
