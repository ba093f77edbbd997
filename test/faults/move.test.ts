import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject } from "vitest";
import type { Db } from "../../src/db/database.ts";
import { openEmbedded } from "../../src/db/embedded/index.ts";
import { Client } from "../support/clients/client.ts";
import { aReadyCart, complete } from "../support/factories/carts.ts";
import { aCard, type Checkout, openCheckout } from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase } from "../support/postgres/fresh-database.ts";
import { type OwnPostgres, PASSWORD, startOwnPostgres } from "../support/postgres/own-postgres.ts";
import { type PgBouncer, startPgBouncer } from "../support/postgres/pgbouncer.ts";
import { queryRows } from "../support/postgres/query-rows.ts";
import { describeSchema } from "../support/postgres/schema-description.ts";
import { type Program, runTradewind, tradewind } from "../support/servers/process.ts";
import { adminOf, urlOf } from "../support/servers/servers.ts";
import { until } from "../support/time/until.ts";

let folder: string;
let postgres: OwnPostgres;
let pooler: PgBouncer;
let shop: Checkout;
let boots: string;
let token: string;

const environment = (more: Record<string, string> = {}) => ({
  TRADEWIND_DATA_DIR: join(folder, "shop"),
  LOG_LEVEL: "error",
  PORT: "0",
  TRADEWIND_ADMIN_EMAIL: ADMIN.email,
  TRADEWIND_ADMIN_PASSWORD: ADMIN.password,
  ...more,
});
const started = (more: Record<string, string> = {}) => tradewind(["start", "--no-demo"], environment(more));

async function stopped({ process, ended }: Program): Promise<void> {
  process.kill("SIGTERM");
  await ended;
}

/** An order, paid in part with a gift card, captured and refunded in part. */
async function anOrder(visitor: Client, admin: Client): Promise<{ id: string; display_id: number }> {
  const { code } = await aCard({ ...shop, admin }, 300);
  const cart = await aReadyCart(visitor, shop, {
    items: [{ variant_id: boots, quantity: 2 }],
    gift_cards: [{ code }],
    shippingOptionId: shop.shippingOptionId,
  });
  const { status, body } = await complete(visitor, cart);
  expect(status).toBe(200);
  const order = `/admin/orders/${body.data.id}`;
  expect((await admin.post(`${order}/capture`)).status).toBe(200);
  expect((await admin.post(`${order}/refund`, { amount: 100, reason: "other" })).status).toBe(200);
  return body.data;
}

const it = withSetup(
  async () => {
    folder = mkdtempSync(join(tmpdir(), "tradewind-move-"));
    chmodSync(folder, 0o711);
    mkdirSync(join(folder, "shop"), { mode: 0o711 });
    postgres = await startOwnPostgres();
    pooler = await startPgBouncer(inject("serverUrl"), 2);
    const server = started();
    const url = await urlOf(server);
    const admin = await adminOf(url);
    shop = await openCheckout({ db: undefined as unknown as Db, admin });
    boots = await aSoldVariant({ admin });
    for (let count = 0; count < 3; count++) await anOrder(new Client(url), admin);
    token = (await admin.post("/admin/auth/token", ADMIN)).body.access_token;
    await stopped(server);
  },
  async () => {
    await pooler?.stop();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  },
);

const move = (to: string, more: Record<string, string> = {}) =>
  runTradewind(["move", "--to", to], environment(more));

/** Runs a move until it prints a line, and kills it there. */
async function killedAt(to: string, line: RegExp): Promise<string> {
  const program = tradewind(["move", "--to", to], environment());
  await program.printed(line);
  program.process.kill("SIGKILL");
  await program.ended;
  return program.output();
}

/** The old database, while the shop is stopped. */
async function withSource<T>(work: (url: string) => Promise<T>): Promise<T> {
  const embedded = await openEmbedded({ dataDir: join(folder, "shop"), role: "tool" });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

const COUNTS = `select json_object_agg(name, rows order by name) as counts from (
  select format('%I.%I', table_schema, table_name) as name, (xpath('/row/count/text()', query_to_xml(
    format('select count(*) as count from %I.%I', table_schema, table_name), false, true, '')))[1]::text as rows
  from information_schema.tables where table_schema in ('public', 'tradewind', 'graphile_worker')
    and table_type = 'BASE TABLE' and table_name <> 'change_log') counted`;

const countsIn = async (url: string) => (await queryRows<{ counts: unknown }>(url, COUNTS))[0]!.counts;

/** Without its rows, which depend on the shop. */
const schemaOf = async (url: string) =>
  (await describeSchema(url)).split("# rows")[0]!.replaceAll(/ last \d+/g, "");

/** What a new shop has on the same server. */
async function schemaOfNewShop(): Promise<string> {
  const url = await postgres.emptyDatabase("fresh");
  expect((await runTradewind(["migrate"], environment({ DATABASE_URL: url }))).code).toBe(0);
  return schemaOf(url);
}

/** Transaction ids of the old server are far ahead: subscribers must not wait for them. */
const UNREAD_EVENTS = `select from tradewind.event_cursor
  where (tx, seq) < (select tx, seq from tradewind.event order by tx desc, seq desc limit 1)`;

describe("a shop that is moved to a PostgreSQL of one's own", () => {
  it("has the same rows, though the move was killed several times, and goes on there", async () => {
    const to = await postgres.emptyDatabase("shop");
    await killedAt(to, /Creating the tables/);
    const copying = await killedAt(to, /public\.line_item: 3 rows/);
    await killedAt(to, /Setting sequences/);
    await killedAt(to, /Comparing sums of money/);

    const refused = await runTradewind(["start"], environment({ DATABASE_URL: to }));
    expect(refused).toEqual({
      code: 1,
      output: expect.stringContaining("a move to it was interrupted. Repeat: tradewind move --to"),
    });

    const { code, output } = await move(to);
    expect(output).toMatch(/The shop is at PostgreSQL at 127\.0\.0\.1:\d+\/shop: 3 orders and 1 products\./);
    expect(output).toContain("sequences and all sums of money agree");
    expect(output).toContain("Set DATABASE_URL for every process.");
    expect(code).toBe(0);
    // What was equal was not copied again.
    expect(copying).toMatch(/public\.currency|public\.country/);
    expect(output).not.toMatch(/public\.line_item:/);
    expect(output + copying).not.toContain(PASSWORD);

    expect(await countsIn(to)).toEqual(await withSource(countsIn));
    expect(await schemaOf(to)).toBe(await schemaOfNewShop());
    expect(await move(to)).toEqual({ code: 0, output: expect.stringContaining("was moved to") });
  });

  it("knows its users, tokens and orders, and sells the next one", async () => {
    const server = started({ DATABASE_URL: postgres.urlOf("shop", "shop") });
    try {
      const url = await urlOf(server);
      const admin = await adminOf(url);
      const bearer = new Client(url, { authorization: `Bearer ${token}` });
      expect((await bearer.get("/admin/orders")).body.count).toBe(3);
      expect((await anOrder(new Client(url), admin)).display_id).toBe(4);
      expect((await admin.get("/admin/orders?limit=1")).body.count).toBe(4);
      await until(async () => (await queryRows(postgres.urlOf("shop", "shop"), UNREAD_EVENTS)).length === 0);
    } finally {
      await stopped(server);
    }
    expect(server.output()).not.toContain("was moved to");
  });

  it("is as it was in the old folder, and a start there warns", async () => {
    const old = started();
    try {
      const admin = await adminOf(await urlOf(old));
      expect((await admin.get("/admin/orders")).body.count).toBe(3);
      expect(old.output()).toMatch(
        /"this shop was moved to PostgreSQL at 127\.0\.0\.1:\d+\/shop on .* set DATABASE_URL/,
      );
      expect(existsSync(join(folder, "shop", "moved.json"))).toBe(true);
      const { code, output } = await move(await postgres.emptyDatabase("while_running"));
      expect(output).toMatch(/^tradewind: the shop is running: stop it first/);
      expect(code).toBe(1);
    } finally {
      await stopped(old);
    }
  });
});

describe("a difference", () => {
  it("ends the move with the name of the table", async () => {
    const to = await postgres.emptyDatabase("damaged");
    await killedAt(to, /Comparing \d+ tables/);
    // A trigger that cannot be switched off, as a tool of the server's owner may add one.
    await postgres.asAdmin(
      `create function public.damage() returns trigger language plpgsql as
         $$ begin new.name := new.name || '!'; return new; end $$;
       create trigger damage before insert on public.region for each row execute function public.damage();
       create function public.keep_damage() returns event_trigger language plpgsql as $$ begin
         if exists (select from pg_trigger where tgname = 'damage' and tgenabled = 'D')
         then alter table public.region enable trigger damage; end if; end $$;
       create event trigger keep_damage on ddl_command_end when tag in ('ALTER TABLE')
         execute function public.keep_damage()`,
      "damaged",
    );
    const { code, output } = await move(to);
    expect(output).toMatch(/tradewind: The table public\.region differs after it was copied/);
    expect(code).toBe(1);
    await postgres.asAdmin(
      "drop event trigger keep_damage; drop function public.damage() cascade",
      "damaged",
    );
    expect((await move(to)).code).toBe(0);
  });

  it("of a table or column of one's own is named before anything is copied", async () => {
    const to = await postgres.emptyDatabase("plain");
    await withSource((url) => queryRows(url, "create table public.of_a_plugin (id int)"));
    expect(await move(to)).toEqual({
      code: 1,
      output: expect.stringContaining("The table public.of_a_plugin does not belong to Tradewind"),
    });
    await withSource((url) =>
      queryRows(url, "drop table public.of_a_plugin; create index of_a_plugin on public.region (tax_rate)"),
    );
    const { code, output } = await move(to);
    expect(output).toContain("and so not moved: index public.of_a_plugin");
    expect(code).toBe(0);
    await withSource((url) => queryRows(url, "drop index public.of_a_plugin"));
  });
});

describe("the command move", () => {
  it("refuses what it cannot use, and changes nothing there", async () => {
    const v1 = await postgres.emptyDatabase("v1");
    await queryRows(
      v1,
      `create table migrations (id serial, "timestamp" bigint, name varchar);
       insert into migrations (name) values ('initialSchema1611063162649')`,
    );
    const foreign = await postgres.emptyDatabase("other");
    await queryRows(foreign, "create table customers (id int)");
    await postgres.asAdmin(`create role guest login password '${PASSWORD}'`);
    await postgres.asAdmin(
      "create database latin owner guest encoding 'LATIN1' locale 'C' template template0",
    );
    const pooled = await freshDatabase({ empty: true });
    const taken = await postgres.emptyDatabase("taken");
    await runTradewind(["migrate"], environment({ DATABASE_URL: taken }));
    const refusals: [to: string, message: RegExp][] = [
      [v1, /this is a database of Medusa v1/],
      [foreign, /tables of another program \(public\.customers\)/],
      [taken, /this database has a shop already/],
      [postgres.urlOf("guest", "plain_rights"), /GRANT CREATE ON DATABASE "plain_rights" TO "guest"/],
      [postgres.urlOf("guest", "latin"), /the encoding of this database is LATIN1/],
      [postgres.urlOf("nobody", "shop"), /cannot be used: password authentication failed/],
      ["postgres://nobody@127.0.0.1:1/shop", /cannot be used: .*ECONNREFUSED/],
      [pooler.urlOf(pooled.url), /this address leads to a pooler; use the address of the server itself/],
      ["mysql://localhost/shop", /--to: it must begin with postgres:/],
    ];
    await postgres.asAdmin("create database plain_rights");
    for (const [to, message] of refusals) {
      const { code, output } = await move(to);
      expect(output).toMatch(message);
      expect(output).not.toMatch(/\n {4}at /);
      expect(output).not.toContain(PASSWORD);
      expect(code).toBe(1);
    }
    await pooled.drop();
    expect(await queryRows(v1, "select nspname from pg_namespace where nspname ~ 'tradewind'")).toEqual([]);
  });

  it("needs a shop in the folder, and no DATABASE_URL", async () => {
    const to = postgres.urlOf("shop", "shop");
    expect((await runTradewind(["move"], environment())).output).toContain("--to is required");
    expect((await move(to, { DATABASE_URL: to })).output).toContain("DATABASE_URL is set");
    const empty = { TRADEWIND_DATA_DIR: join(folder, "nothing") };
    expect((await move(to, empty)).output).toContain("there is no shop in");
    expect(existsSync(empty.TRADEWIND_DATA_DIR)).toBe(false);
  });
});
