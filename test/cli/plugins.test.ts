import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PluginFiles } from "../plugins/plugin-files.ts";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { runTradewind } from "../support/servers/process.ts";

const plugin = (name: string) => `
export default {
  name: "${name}",
  version: "1.2.0",
  migrations: new URL("./migrations/", import.meta.url),
  jobs: { expire: { run: async () => {} } },
  register({ on, routes, shop }: any) {
    on("customer.created", () => {});
    routes((app: any) =>
      app.post("/store/${name}", () => shop.transaction((tx: any) => tx.enqueue("expire", {}, { after: 60 }))));
  },
};
`;

/** No migrations, so no schema. */
const WATCHER = `
export default {
  name: "watcher",
  jobs: { look: { run: async () => {} } },
  schedules: [{ job: "look", pattern: "0 3 * * *" }],
  register({ on, routes, shop }: any) {
    on("order.placed", () => {});
    on("customer.created", () => {}, { name: "erp" });
    routes((app: any) =>
      app.post("/store/watcher", () => shop.transaction((tx: any) => tx.enqueue("look", {}, { after: 60 }))));
  },
};
`;
const BARE = `
export const name = "bare";
export const register = ({ on }: any) => on("order.placed", () => {});
`;

let points: PluginFiles;
let wishes: PluginFiles;
let others: PluginFiles;
let database: TestDatabase;
let shop: StartedShop;

beforeAll(async () => {
  points = new PluginFiles({
    "plugin.ts": plugin("loyalty-points"),
    "migrations/0001_balance.sql": "create table balance (id text); insert into balance values ('a'), ('b');",
  });
  wishes = new PluginFiles({
    "plugin.ts": plugin("wishes"),
    "migrations/0001_wish.sql": "create table wish (id text);",
  });
  others = new PluginFiles({ "watcher.ts": WATCHER, "bare.ts": BARE });
  database = await freshDatabase();
  shop = await startShop(
    {
      TRADEWIND_PLUGINS: [points, wishes]
        .map((files) => files.at("plugin.ts"))
        .concat(["watcher.ts", "bare.ts"].map(others.at))
        .join(),
    },
    { database: { ...database, drop: async () => {} } },
  );
  await shop.visitor().post("/store/loyalty-points");
  await shop.visitor().post("/store/wishes");
  await shop.visitor().post("/store/watcher");
  await shop.db.run({
    text: `insert into graphile_worker._private_known_crontabs (identifier, known_since)
      values ('plugin:watcher:look', now()) on conflict do nothing`,
    values: [],
  });
});
afterAll(async () => {
  await shop.close();
  await database.drop();
  points.remove();
  wishes.remove();
  others.remove();
});

const run = (words: string[], plugins = "") =>
  runTradewind(["plugins", ...words], { DATABASE_URL: database.url, TRADEWIND_PLUGINS: plugins });

const storedOf = async (name: string) => {
  const [row] = await shop.db.run<Record<string, number>>({
    text: `select (select count(*) from pg_class where relnamespace = to_regnamespace($2))::int as tables,
      (select count(*) from graphile_worker.jobs where starts_with(task_identifier, $3))::int as jobs,
      (select count(*) from tradewind.event_cursor where starts_with(subscriber, $1 || ':'))::int as cursors`,
    values: [name, `plugin_${name.replaceAll("-", "_")}`, `plugin:${name}:`],
  });
  return row;
};

describe("tradewind plugins", () => {
  it("lists the installed plugins and those that have left their data", async () => {
    const { code, output } = await run([], wishes.at("plugin.ts"));
    expect(code).toBe(0);
    expect(output).toMatch(
      /^wishes 1\.2\.0: installed \(.*plugin\.ts\)\n {2}table {6}wish \(0 rows, \d+ kB\)\n/,
    );
    expect(output).toMatch(
      /loyalty-points: taken out, its data is left\n {2}table {6}balance \(2 rows, \d+ kB\)\n/,
    );
    expect(output).toMatch(/migration {2}0001_balance \(\d{4}-.*Z\)\n/);
  });

  it("removes data only of a plugin that was taken out, and only after it was confirmed", async () => {
    const before = await storedOf("loyalty-points");
    for (const [words, plugins, message] of [
      [
        ["remove-data", "loyalty-points"],
        points.at("plugin.ts"),
        "is installed: take it out of TRADEWIND_PLUGINS",
      ],
      [
        ["remove-data", "loyalty-points"],
        "",
        "nothing was changed. This drops the schema plugin_loyalty_points",
      ],
      [
        ["remove-data", "points", "--yes"],
        "",
        "there is no data of a plugin points; there is data of bare, erp, loyalty-points, watcher, wishes",
      ],
      [["remove-data"], "", "the name of the plugin is missing"],
    ] as const) {
      const { code, output } = await run([...words], plugins);
      expect([code, output]).toEqual([1, expect.stringContaining(message)]);
    }
    expect(await storedOf("loyalty-points")).toEqual(before);
    expect(before).toMatchObject({ jobs: 1, cursors: 1 });
  });

  it("lists and removes what plugins without tables have left, and subscribers by the names they have chosen", async () => {
    const { output } = await run([]);
    expect(output).toContain("bare: taken out, its data is left\n  subscriber order.placed\n");
    expect(output).toContain("erp: taken out, its data is left\n  subscriber erp\n");
    expect(output).toContain(
      "watcher: taken out, its data is left\n  subscriber order.placed\n  jobs       1\n  schedule   look\n",
    );
    const present = await run([], others.at("watcher.ts"));
    expect(present.output).toContain("watcher: installed");
    expect(present.output).not.toContain("erp:");
    for (const name of ["watcher", "erp"])
      expect(await run(["remove-data", name, "--yes"], others.at("watcher.ts"))).toMatchObject({ code: 1 });
    expect((await run(["remove-data", "watcher"])).output).toContain(
      "This removes the values of its fields, its jobs, schedules and subscribers.",
    );
    for (const name of ["watcher", "erp", "bare"])
      expect((await run(["remove-data", name, "--yes"])).output).toContain(`The data of ${name} is removed.`);
    expect(await storedOf("watcher")).toEqual({ tables: 0, jobs: 0, cursors: 0 });
    expect(await storedOf("wishes")).toMatchObject({ jobs: 1, cursors: 1 });
    expect((await run([])).output).not.toMatch(/watcher|erp|bare/);
  });

  it("removes nothing while another plugin has a view of its tables", async () => {
    const sql = (text: string) => shop.db.run({ text, values: [] });
    await sql("create view plugin_wishes.rich as select * from plugin_loyalty_points.balance");
    const before = await storedOf("loyalty-points");
    const { code, output } = await run(["remove-data", "loyalty-points", "--yes"]);
    expect([code, output]).toEqual([1, expect.stringContaining("other schemas use its tables")]);
    expect(await storedOf("loyalty-points")).toEqual(before);
    await sql("drop view plugin_wishes.rich");
  });

  it("removes tables, jobs and cursors, and leaves those of others", async () => {
    const { code, output } = await run(["remove-data", "loyalty-points", "--yes"]);
    expect([code, output]).toEqual([0, expect.stringContaining("The data of loyalty-points is removed.\n")]);
    expect(await storedOf("loyalty-points")).toEqual({ tables: 0, jobs: 0, cursors: 0 });
    expect(await storedOf("wishes")).toMatchObject({ jobs: 1, cursors: 1 });
    expect((await run([])).output).not.toContain("loyalty-points");
  });
});
