import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { PluginProblem } from "../../src/plugins/plugin-problem.ts";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { until } from "../support/time/until.ts";
import { PluginFiles } from "./plugin-files.ts";

const POINTS =
  "create table balance (customer_id text primary key, points integer not null check (points >= 0));";

/** Points of customers, which are added and taken by routes. */
const LOYALTY = `
interface Balance { customer_id: string; points: number }

export default {
  name: "loyalty-points",
  migrations: new URL("./migrations/", import.meta.url),
  register(tradewind: any) {
    tradewind.routes((app: any) => {
      app.get("/store/points/:id", { config: { public: true } }, async ({ params }: any) => {
        const { shop } = tradewind;
        const found: Balance = await shop.db.selectFrom("balance").selectAll()
          .where("customer_id", "=", params.id).executeTakeFirst();
        return { points: found?.points ?? 0 };
      });
      app.get("/store/points/:id/email", { config: { public: true } }, ({ params }: any) =>
        tradewind.shop.db.selectFrom("balance").innerJoin("tradewind_v1.customer as customer", "customer.id", "balance.customer_id")
          .select(["customer.email", "balance.points"]).where("customer.id", "=", params.id).executeTakeFirst());
      app.post("/store/points/:id", async ({ params, body }: any) => {
        await tradewind.shop.db.insertInto("balance").values({ customer_id: params.id, points: body.points })
          .onConflict((oc: any) => oc.column("customer_id").doUpdateSet({ points: body.points })).execute();
        return {};
      });
      app.post("/store/points/:id/redeem", ({ params, body }: any) =>
        tradewind.shop.transaction(async ({ db }: any) => {
          const taken = await db.updateTable("balance")
            .set((eb: any) => ({ points: eb("points", "-", body.points) }))
            .where("customer_id", "=", params.id).where("points", ">=", body.points).executeTakeFirst();
          if (taken.numUpdatedRows === 0n) throw tradewind.shop.refusal("not_allowed", "There are not enough points");
          return { redeemed: body.points };
        }));
    });
  },
};
`;

const made: PluginFiles[] = [];
const plugin = (files: Record<string, string>) => {
  const files_ = new PluginFiles(files);
  made.push(files_);
  return files_;
};
let shop: StartedShop | undefined;
const start = async (files: PluginFiles, database?: TestDatabase) => {
  shop = await startShop(
    { TRADEWIND_PLUGINS: files.at("plugin.ts") },
    database ? { database: { ...database, drop: async () => {} } } : {},
  );
  return shop;
};
afterEach(async () => {
  await shop?.close();
  shop = undefined;
  for (const files of made.splice(0)) files.remove();
});

describe("the tables of a plugin", () => {
  it("are made while roles are made in another database", async () => {
    const { url, drop } = await freshDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query("select 'other_' || md5(random()::text) as role");
    const { role } = rows[0];
    const slow = `${POINTS} select pg_sleep(3);`;
    const started = start(plugin({ "plugin.ts": LOYALTY, "migrations/0001_balance.sql": slow }));
    await until(async () => {
      const { rowCount } = await client.query(
        "select from pg_stat_activity where wait_event = 'PgSleep' and query like '%pg_sleep(3)%'",
      );
      return rowCount === 1;
    });
    await client.query(`create role ${role}; alter role ${role} set work_mem = '5MB'; drop role ${role}`);
    await client.query(`create role ${role}; alter role ${role} set work_mem = '5MB'`);
    expect((await (await started).visitor().get("/store/points/cus_1")).body).toEqual({ points: 0 });
    await client.query(`drop role ${role}`);
    await client.end();
    await drop();
  });

  it("are made by its migrations in a schema of its own, and take conditional updates from many at once", async () => {
    const { visitor } = await start(plugin({ "plugin.ts": LOYALTY, "migrations/0001_balance.sql": POINTS }));
    await visitor().post("/store/points/cus_1", { points: 100 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => visitor().post("/store/points/cus_1/redeem", { points: 100 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)]);
    expect((await visitor().get("/store/points/cus_1")).body).toEqual({ points: 0 });
  });

  it("are joined with views of the shop, also under the name of the shop's table", async () => {
    const { admin, visitor } = await start(
      plugin({ "plugin.ts": LOYALTY, "migrations/0001_balance.sql": POINTS }),
    );
    const person = {
      email: "ada@example.com",
      password: "point by point",
      first_name: "Ada",
      last_name: "L",
    };
    const { id } = (await admin.post("/admin/customers", person)).body.customer;
    await visitor().post(`/store/points/${id}`, { points: 3 });
    expect((await visitor().get(`/store/points/${id}/email`)).body).toEqual({
      email: "ada@example.com",
      points: 3,
    });
  });

  it("get only new migrations at the next start, and keep their rows", async () => {
    const database = await freshDatabase();
    const files = plugin({ "plugin.ts": LOYALTY, "migrations/0001_balance.sql": POINTS });
    const first = await start(files, database);
    await first.visitor().post("/store/points/cus_1", { points: 7 });
    await first.close();
    shop = undefined;
    files.write(
      "migrations/0002_since.sql",
      "alter table balance add column since timestamptz default now();",
    );
    const second = await start(files, database);
    expect((await second.visitor().get("/store/points/cus_1")).body).toEqual({ points: 7 });
    const applied = await second.db.run({
      text: "select id from plugin_loyalty_points.tradewind_migration order by id",
      values: [],
    });
    expect(applied).toEqual([{ id: "0001_balance" }, { id: "0002_since" }]);
    await second.close();
    shop = undefined;
    await database.drop();
  });
});

describe("a migration is refused, and nothing of it is left, if it", () => {
  const refused = async (migrations: Record<string, string>) => {
    const database = await freshDatabase();
    const files = plugin({ "plugin.ts": LOYALTY, ...migrations });
    const error = await start(files, database).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(PluginProblem);
    const client = new pg.Client(database.url);
    await client.connect();
    const { rows } = await client.query(
      `select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where nspname = 'plugin_loyalty_points' or relname like 'stolen%'`,
    );
    await client.end();
    await database.drop();
    expect(rows).toEqual([]);
    return (error as Error).message;
  };

  it.each([
    [
      "adds a column to a table of the shop",
      "alter table public.product add column stolen text;",
      "changes public.product",
    ],
    ["creates a table in another schema", "create table public.stolen (id text);", "changes public.stolen"],
    [
      "refers to a table of the shop",
      "create table wish (product_id varchar references public.product (id));",
      "changes public.product",
    ],
    ["writes to a table of the shop", "update public.currency set name = 'x';", "changes public.currency"],
    ["drops a table of the shop", "drop table public.note cascade;", "changes public.note"],
    [
      "renames a column of the shop",
      "alter table public.note rename column value to text;",
      "changes public.note",
    ],
    [
      "changes a default",
      "alter table public.note alter column value set default 'x';",
      "changes public.note",
    ],
    [
      "counts on for the shop",
      "select nextval('public.order_display_id_seq');",
      "changes public.order_display_id_seq",
    ],
    [
      "hides a change in a block of its own",
      "do $$ begin alter table public.note add stolen text; exception when others then null; end $$;",
      "changes public.note",
    ],
    [
      "reads tables of the shop in a view",
      "create view own as select id from public.customer;",
      "depends on public.customer",
    ],
    [
      "replaces a function of the shop",
      "create function public.lower(text) returns text language sql return $1;",
      "changes the function public.lower",
    ],
    [
      "drops a function of the shop",
      "drop function tradewind.assert_stock_taken(text[], text[]);",
      "changes the function tradewind.assert_stock_taken",
    ],
    [
      "watches all changes of tables",
      `create function seen() returns event_trigger language plpgsql as $$ begin end $$;
       create event trigger stolen on ddl_command_end execute function seen();`,
      "changes the event trigger stolen",
    ],
    ["opens the shop to others", "grant select on public.customer to public;", "changes public.customer"],
    ["makes a schema", "create schema stolen;", "changes the schema stolen"],
    ["makes a role", "create role stolen_role;", "changes the role stolen_role"],
    ["commits", "create table wish (id text); commit;", "it begins or ends a transaction"],
    [
      "is not valid SQL",
      "-- Wünsche\n\ncreate tabel wish (id text);",
      '0001_balance.sql, line 3: syntax error at or near "tabel"',
    ],
  ])("%s", async (_, text, reason) => {
    const message = await refused({ "migrations/0001_balance.sql": text });
    expect(message).toContain("0001_balance.sql");
    expect(message).toContain(reason);
  });

  it("changes settings of a role", async () => {
    const message = await refused({
      "migrations/0001_balance.sql": "alter role all in database postgres set work_mem = '5MB';",
    });
    expect(message).toContain("changes settings of roles");
  });

  it("has a name without a number", async () => {
    expect(await refused({ "migrations/points.sql": POINTS })).toContain("a name like 0001_points.sql");
  });

  it("has the number of another", async () => {
    const message = await refused({ "migrations/0001_a.sql": POINTS, "migrations/0001_b.sql": "select 1;" });
    expect(message).toContain("two migrations have the number 0001");
  });
});

describe("a plugin that was changed after its migration ran", () => {
  it("is refused with the name of the file", async () => {
    const database = await freshDatabase();
    const files = plugin({ "plugin.ts": LOYALTY, "migrations/0001_balance.sql": POINTS });
    await (await start(files, database)).close();
    shop = undefined;
    files.write("migrations/0001_balance.sql", "create table other (id text);");
    await expect(start(files, database)).rejects.toThrow("0001_balance.sql was changed after it was applied");
    await database.drop();
  });
});

describe("an older version of a plugin", () => {
  it("is refused over the tables of a newer one, also if it has no migrations at all", async () => {
    const database = await freshDatabase();
    const files = plugin({ "plugin.ts": LOYALTY, "migrations/0001_balance.sql": POINTS });
    await (await start(files, database)).close();
    shop = undefined;
    const older = plugin({ "plugin.ts": 'export default { name: "loyalty-points" };' });
    await expect(start(older, database)).rejects.toThrow(
      "the database has its migration 0001_balance, which this version does not: update it",
    );
    await database.drop();
  });
});

describe("an upgrade of a plugin whose new migration fails", () => {
  it("is refused, and leaves tables, rows and history as they were before it: a mended one goes on", async () => {
    const database = await freshDatabase();
    const files = plugin({ "plugin.ts": LOYALTY, "migrations/0001_balance.sql": POINTS });
    const first = await start(files, database);
    await first.visitor().post("/store/points/cus_1", { points: 7 });
    await first.close();
    shop = undefined;
    files.write(
      "migrations/0002_since.sql",
      "alter table balance add column since timestamptz default now();",
    );
    files.write(
      "migrations/0003_level.sql",
      "alter table balance add column level text; update balance set points = -1;",
    );
    await expect(start(files, database)).rejects.toThrow("0003_level.sql: ");
    files.write("migrations/0003_level.sql", "alter table balance add column level text default 'gold';");
    const second = await start(files, database);
    expect((await second.visitor().get("/store/points/cus_1")).body).toEqual({ points: 7 });
    const columns = await second.db.run<{ name: string }>({
      text: `select attname as name from pg_attribute where attrelid = 'plugin_loyalty_points.balance'::regclass
        and attnum > 0 order by attnum`,
      values: [],
    });
    expect(columns.map(({ name }) => name)).toEqual(["customer_id", "points", "since", "level"]);
    await second.close();
    shop = undefined;
    await database.drop();
  });
});

describe("the query builder of a plugin", () => {
  const refusedQuery = async (query: string) => {
    const text = LOYALTY.replace("return { points: found?.points ?? 0 };", `await ${query}; return {};`);
    const { visitor } = await start(plugin({ "plugin.ts": text, "migrations/0001_balance.sql": POINTS }));
    return visitor().get("/store/points/cus_1");
  };

  it("reads no table of the shop, and starts no transaction", async () => {
    const { status } = await refusedQuery('shop.db.selectFrom("public.customer").selectAll().execute()');
    expect(status).toBe(500);
    await shop!.close();
    const missing = await refusedQuery('shop.db.selectFrom("balances").selectAll().execute()');
    expect(missing.status).toBe(500);
    await shop!.close();
    const other = await refusedQuery("shop.db.transaction().execute(async () => {})");
    expect(other.status).toBe(500);
  });

  it("is not led out of its tables by another schema, nor without the plugins of Kysely", async () => {
    const text = LOYALTY.replace(
      "return { points: found?.points ?? 0 };",
      `const refusal = (query: any) => query.execute().then(() => "done", (error: Error) => error.message);
       return [
         await refusal(shop.db.withoutPlugins().updateTable("currency").set({ name: "x" })),
         await refusal(shop.db.withoutPlugins().selectFrom("public.currency").selectAll()),
         await refusal(shop.db.withSchema("public").updateTable("currency").set({ name: "x" })),
         await refusal(shop.db.selectFrom("balance").selectAll()),
       ];`,
    );
    const { visitor, db } = await start(plugin({ "plugin.ts": text, "migrations/0001_balance.sql": POINTS }));
    const own = "a plugin uses shop.db as it is: withoutPlugins() is not for it";
    expect((await visitor().get("/store/points/cus_1")).body).toEqual([
      own,
      own,
      expect.stringContaining("public is neither"),
      "done",
    ]);
    expect(await db.run({ text: "select 1 from currency where name = 'x'", values: [] })).toEqual([]);
  });
});

describe("the views of the shop", () => {
  it("show the rows, without what is secret", async () => {
    const { db } = await start(plugin({ "plugin.ts": LOYALTY, "migrations/0001_balance.sql": POINTS }));
    const names = await db.run<{ view: string; column: string }>({
      text: `select relname as view, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'tradewind_v1'::regnamespace and attnum > 0`,
      values: [],
    });
    const secrets = ["password_hash", "idempotency_key", "data", "token", "api_token"];
    expect(names.filter(({ column }) => secrets.includes(column))).toEqual([]);
    expect(
      names.filter(({ view }) => ["user", "gift_card", "payment_session", "invite"].includes(view)),
    ).toEqual([]);
    const views = [...new Set(names.map(({ view }) => view))];
    expect(views.length).toBeGreaterThan(40);
    for (const view of views)
      await db.run({ text: `select * from tradewind_v1."${view}" limit 1`, values: [] });
  });

  it("can be read but not written to by the query builder", async () => {
    const text = LOYALTY.replace(
      "return { points: found?.points ?? 0 };",
      `const { count } = await shop.db.selectFrom("tradewind_v1.currency").select((eb: any) => eb.fn.countAll().as("count")).executeTakeFirst();
       const written = await shop.db.updateTable("tradewind_v1.currency").set({ name: "x" }).execute().catch((error: Error) => error.message);
       return { count, written };`,
    );
    const { visitor } = await start(plugin({ "plugin.ts": text, "migrations/0001_balance.sql": POINTS }));
    const { body } = await visitor().get("/store/points/cus_1");
    expect(body.count).toBeGreaterThan(100);
    expect(body.written).toContain("tradewind_v1.currency can only be read");
  });
});

describe("a plugin whose declaration is wrong", () => {
  const declared = async (text: string) => {
    const files = plugin({ "plugin.ts": `export default ${text};` });
    return start(files).catch((error: unknown) => (error as Error).message);
  };

  it.each([
    ["{ name: 'Loyalty Points' }", "its name must have lower-case letters"],
    ["{ name: 7 }", "its name must have lower-case letters"],
    ["{ name: 'points', migration: './migrations' }", "there is no part migration: the parts are name"],
    ["{ name: 'points', migrations: 5 }", "migrations must be a folder"],
    ["{ name: 'points', migrations: '/no/such/folder' }", "cannot be read"],
    ["{ name: 'points', register: 'x' }", "register must be a function"],
    [
      "{ name: 'points', register: ({ shop }) => shop.db.selectFrom('x') }",
      "can be used once it has started",
    ],
    ["5", "it exports no definePlugin({ … }) by default, and no function register(tradewind)"],
  ])("is refused: %s", async (text, reason) => {
    expect(await declared(text)).toContain(reason);
  });

  it("is refused with both places if another has its name", async () => {
    const files = plugin({
      "a.ts": "export default { name: 'points' };",
      "b.ts": "export default { name: 'points' };",
    });
    const started = startShop({ TRADEWIND_PLUGINS: `${files.at("a.ts")},${files.at("b.ts")}` });
    await expect(started).rejects.toThrow(/a\.ts: it has the name points, which the plugin .*b\.ts has, too/);
  });
});
