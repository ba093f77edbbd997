import { afterEach, describe, expect, it } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { PluginFiles } from "../plugins/plugin-files.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { OtherTransaction, waitersIn } from "../support/postgres/other-transaction.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { environmentOn, startServers, urlOf } from "../support/servers/servers.ts";
import { until } from "../support/time/until.ts";

const PLUGIN = `
export default {
  name: "ticks",
  migrations: new URL("./migrations/", import.meta.url),
  jobs: {
    tick: { run: async (_payload: any, { shop }: any) => void (await shop.db.insertInto("run").defaultValues().execute()) },
    later: { run: async () => {} },
  },
  schedules: [{ job: "tick", pattern: "* * * * *" }],
  register({ on, routes, shop }: any) {
    on("customer.created", () => {});
    routes((app: any) =>
      app.post("/store/later", () => shop.transaction((tx: any) => tx.enqueue("later", {}, { after: 3600 }))));
  },
};
`;

const FIRST = {
  "plugin.ts": PLUGIN,
  "migrations/0001_run.sql": "create table run (id serial primary key); create table note (text text);",
  "migrations/0002_note.sql": "insert into note values ('first');",
};

const made: PluginFiles[] = [];
const pluginFiles = () => {
  const files = new PluginFiles(FIRST);
  made.push(files);
  return files;
};
afterEach(() => {
  for (const files of made.splice(0)) files.remove();
});

const rowsOf = <Row>(db: Db, text: string) => db.run<Row & Record<string, unknown>>({ text, values: [] });

describe("a plugin in two processes that start at once", () => {
  it("has its migrations once, and its job once at each tick of the clock", async () => {
    const servers = await startServers(2, { TRADEWIND_PLUGINS: pluginFiles().at("plugin.ts") });
    try {
      expect(await rowsOf(servers.db, "select text from plugin_ticks.note")).toEqual([{ text: "first" }]);
      const seen = async () => {
        const [found] = await rowsOf<{ runs: number; ticks: number }>(
          servers.db,
          `select (select count(*)::int from plugin_ticks.run) as runs,
             extract(epoch from last_execution - known_since)::int / 60 + 1 as ticks
           from graphile_worker._private_known_crontabs where identifier = 'plugin:ticks:tick'`,
        );
        return found ?? { runs: 0, ticks: 0 };
      };
      await until(async () => (await seen()).runs >= 3);
      const { runs, ticks } = await seen();
      expect(runs).toBeLessThanOrEqual(ticks);
    } finally {
      await servers.close();
    }
  });
});

describe("a process that is killed", () => {
  const databases: { database: TestDatabase; db: Db }[] = [];
  const aDatabase = async () => {
    const database = await freshDatabase();
    const db = openDatabase({ url: database.url, poolSize: 2 });
    databases.push({ database, db });
    const other = () => OtherTransaction.begin({ db, databaseUrl: database.url });
    return { url: database.url, db, other };
  };
  afterEach(async () => {
    for (const { database, db } of databases.splice(0)) {
      await db.close();
      await database.drop();
    }
  });

  /** As soon as it waits for what another transaction holds. */
  async function killedWhenWaiting(program: Program, db: Db): Promise<void> {
    await until(async () => (await waitersIn({ db })) > 0);
    program.process.kill("SIGKILL");
    expect(await program.ended).toBe("SIGKILL");
  }

  it("in the middle of a migration of a plugin leaves nothing of it, and two that start then apply it once", async () => {
    const { url, db, other } = await aDatabase();
    const files = pluginFiles();
    const environment = { DATABASE_URL: url, TRADEWIND_PLUGINS: files.at("plugin.ts") };
    const migrate = () => tradewind(["migrate"], environment);
    expect(await migrate().ended).toBe(0);

    files.write(
      "migrations/0003_place.sql",
      `alter table note add column place text default 'here';
       insert into note values ('second', 'there');
       select pg_advisory_xact_lock(4711);
       create table place (name text);`,
    );
    const holder = await other();
    await holder.does("select pg_advisory_xact_lock(4711)");
    await killedWhenWaiting(migrate(), db);

    const next = [migrate(), migrate()];
    await holder.commit();
    expect(await Promise.all(next.map(({ ended }) => ended))).toEqual([0, 0]);
    expect(await rowsOf(db, "select * from plugin_ticks.note order by text")).toEqual([
      { text: "first", place: "here" },
      { text: "second", place: "there" },
    ]);
    const applied = await rowsOf<{ id: string }>(
      db,
      "select id from plugin_ticks.tradewind_migration order by id",
    );
    expect(applied.map(({ id }) => id)).toEqual(["0001_run", "0002_note", "0003_place"]);
    expect(await rowsOf(db, "select * from plugin_ticks.place")).toEqual([]);
  });

  const leftOf = async (db: Db) => {
    const [left] = await rowsOf(
      db,
      `select (select count(*)::int from pg_class where relnamespace = to_regnamespace('plugin_ticks')) as relations,
         (select count(*)::int from graphile_worker.jobs where task_identifier = 'plugin:ticks:later') as jobs,
         (select count(*)::int from tradewind.event_cursor where starts_with(subscriber, 'ticks:')) as cursors`,
    );
    return left!;
  };

  it("in the middle of the removal of its data leaves all of it, and the next removal all of nothing", async () => {
    const { url, db, other } = await aDatabase();
    const plugins = { TRADEWIND_PLUGINS: pluginFiles().at("plugin.ts") };
    const server = tradewind(["start"], { ...environmentOn(url), ...plugins });
    const answer = await fetch(`${await urlOf(server)}/store/later`, { method: "POST" });
    expect(answer.status).toBe(200);
    await until(async () => (await leftOf(db))["cursors"] === 1);
    server.process.kill("SIGTERM");
    await server.ended;
    const before = await leftOf(db);
    expect(before).toMatchObject({ jobs: 1, cursors: 1 });
    expect(before["relations"]).toBeGreaterThan(3);

    const remove = () => tradewind(["plugins", "remove-data", "ticks", "--yes"], { DATABASE_URL: url });
    const holder = await other();
    await holder.does(
      "select from tradewind.event_cursor where starts_with(subscriber, 'ticks:') for update",
    );
    await killedWhenWaiting(remove(), db);
    await holder.commit();
    await until(async () => (await waitersIn({ db })) === 0);
    expect(await leftOf(db)).toEqual(before);

    expect(await remove().ended).toBe(0);
    expect(await leftOf(db)).toEqual({ relations: 0, jobs: 0, cursors: 0 });
  });
});
