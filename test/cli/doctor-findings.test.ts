import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { queryRows } from "../support/postgres/query-rows.ts";
import { runTradewind } from "../support/servers/process.ts";
import { MailServer } from "../support/services/mail-server.ts";

let folder: string;
let database: TestDatabase;

const it = withSetup(
  async () => {
    folder = mkdtempSync(join(tmpdir(), "tradewind-findings-"));
    chmodSync(folder, 0o711);
    database = await freshDatabase();
  },
  async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  },
);

const doctor = (more: Record<string, string>) =>
  runTradewind(
    ["doctor"],
    { DATABASE_URL: database.url, TRADEWIND_DATA_DIR: folder, ...more },
    { cwd: folder },
  );

describe("the doctor finds in the settings", () => {
  it("what is misspelt, missing, dead, too short or too many", async () => {
    const { code, output } = await doctor({
      TRADEWIND_SMPT_URL: "smtp://mail.example",
      TRADEWIND_COLOUR: "red",
      STORES_CORS: "https://shop.example",
      TRADEWIND_JWT_SECRET: "short",
      TRADEWIND_PLUGINS: "./no-such-plugin.mjs,./another.mjs,no-such-package",
      TRADEWIND_SMTP_URL: "smtp://shop:hidden@127.0.0.1:1",
      TRADEWIND_FILES: "s3://goods?region=eu-west-1&endpoint=http://127.0.0.1:1&force_path_style=true",
      AWS_ACCESS_KEY_ID: "key",
      AWS_SECRET_ACCESS_KEY: "secret",
      TRADEWIND_WORKERS: "200",
    });
    for (const line of [
      "FAIL  There is no setting TRADEWIND_SMPT_URL; did you mean TRADEWIND_SMTP_URL?",
      "note  There is no setting TRADEWIND_COLOUR\n",
      "note  STORES_CORS is no setting; did you mean STORE_CORS?",
      "FAIL  TRADEWIND_JWT_SECRET is too short: at least 32 characters are required",
      "FAIL  The mail server 127.0.0.1:1 cannot be used: connect ECONNREFUSED",
      "FAIL  The bucket goods cannot be used: ",
      "note  200 HTTP processes on a machine with ",
    ])
      expect(output).toContain(line);
    for (const plugin of [/no-such-plugin\.mjs/, /another\.mjs/, /no-such-package/])
      expect(output).toMatch(new RegExp(`FAIL {2}plugin .*${plugin.source}`));
    expect(output).not.toMatch(/hidden|\n\s+at /);
    expect(code).toBe(1);
  });

  it("a plugin that fails, and ends although a good one keeps a timer", async () => {
    writeFileSync(join(folder, "good.mjs"), "export function register() { setInterval(() => {}, 1000); }");
    writeFileSync(join(folder, "bad.mjs"), "export function register() { throw new Error('no key'); }");
    const bad = await doctor({ TRADEWIND_PLUGINS: "./good.mjs,./bad.mjs" });
    expect(bad.output).toMatch(/FAIL {2}.*bad\.mjs.*no key/);
    expect(bad.code).toBe(1);
  });

  it("nothing where everything answers, and a value that cannot be read", async () => {
    const mail = new MailServer();
    const url = await mail.start();
    const good = await doctor({ TRADEWIND_SMTP_URL: url, TRADEWIND_PLUGINS: "./good.mjs" });
    await mail.stop();
    expect(good.output).toContain("ok    The plugins can be loaded: ./good.mjs");
    expect(good.output).toMatch(/ok {4}The mail server 127\.0\.0\.1:\d+ answers/);
    expect(good.output).toContain("ok    The constraints, indexes and triggers of the migrations are there");
    expect(good.output).toContain(`ok    The data folder is ${folder}`);
    expect(good.code).toBe(0);
    expect(mail.received).toEqual([]);
    const wrong = await doctor({ PORT: "many", TRADEWIND_PROT: "1" });
    expect(wrong.output).toContain("FAIL  PORT: many is not a whole number from 0 to 65535");
    expect(wrong.code).toBe(1);
  });
});

describe("the doctor finds in the data folder", () => {
  it.each([
    [() => join(folder, "file"), "is a file, not a folder"],
    [() => join(folder, "file", "data"), "file is a file, not a folder"],
    [() => "/proc/data", "the system makes no folders there"],
  ])("what makes a start fail: %#", async (dataDir, problem) => {
    writeFileSync(join(folder, "file"), "");
    const { code, output } = await doctor({ DATABASE_URL: "", TRADEWIND_DATA_DIR: dataDir() });
    expect(output).toMatch(new RegExp(`FAIL {2}The data folder ${dataDir()} cannot be used: .*${problem}`));
    expect(output).not.toMatch(/There is no shop|Run: tradewind start/);
    expect(code).toBe(1);
  });

  it("what a start says of a folder that the user of PostgreSQL cannot enter", async () => {
    const closed = join(folder, "closed");
    mkdirSync(closed, { mode: 0o700 });
    const settings = { DATABASE_URL: "", TRADEWIND_DATA_DIR: join(closed, "shop") };
    const { code, output } = await doctor(settings);
    expect(existsSync(join(closed, "shop"))).toBe(false);
    if (process.getuid?.() !== 0) {
      // PostgreSQL runs as this user, to whom the folder is open.
      expect(output).toContain(`ok    The data folder is ${join(closed, "shop")}`);
      return;
    }
    const start = await runTradewind(["start"], settings, { cwd: folder });
    const [sentence] = /PostgreSQL refuses to run as root.* cannot enter .*/.exec(start.output)!;
    expect(output).toContain(`FAIL  The data folder ${join(closed, "shop")} cannot be used: ${sentence}`);
    expect(output).not.toContain("There is no shop");
    expect(code).toBe(1);
  });
});

describe("the doctor finds in the database", () => {
  const change = (statements: string) => queryRows(database.url, statements);

  it("no constraints that have other names, as those of v1 may", async () => {
    await change(`alter table "order" rename constraint uq_order_cart_id to "UQ_of_v1";
      alter table line_item rename constraint fk_line_item_cart_id to "FK_of_v1"`);
    const { output } = await doctor({});
    await change(`alter table "order" rename constraint "UQ_of_v1" to uq_order_cart_id;
      alter table line_item rename constraint "FK_of_v1" to fk_line_item_cart_id`);
    expect(output).toContain("ok    The constraints, indexes and triggers of the migrations");
  });

  it("keys that are gone", async () => {
    await change(`alter table "order" drop constraint uq_order_cart_id;
      alter table line_item drop constraint fk_line_item_cart_id;
      alter table idempotency_key drop constraint idempotency_key_pkey`);
    const { code, output } = await doctor({});
    expect(output).toContain(
      "FAIL  Constraints are missing: idempotency_key_pkey on public.idempotency_key, " +
        "fk_line_item_cart_id on public.line_item, uq_order_cart_id on public.order\n",
    );
    expect(output).not.toContain("are switched off");
    expect(code).toBe(1);
  });

  it("triggers that are off or fire less often, with statements that mend just that", async () => {
    const states = () =>
      queryRows(database.url, "select tgrelid::regclass, tgname, tgenabled from pg_trigger order by 1, 2");
    await change(
      "create trigger own before update on cart execute function suppress_redundant_updates_trigger()",
    );
    await change("alter table cart disable trigger own");
    const before = await states();
    await change(`alter table cart disable trigger all; alter table address disable trigger all;
      alter table address enable replica trigger renew_cart; alter table payment_session enable trigger renew_cart`);
    const { output } = await doctor({});
    expect(output).toMatch(/FAIL {2}Triggers are switched off: .* on public\.address/);
    expect(output).toContain(
      "FAIL  Triggers do not fire as the migrations say: renew_cart on public.payment_session\n",
    );
    expect(output).not.toMatch(/own on public.cart|ENABLE TRIGGER ALL/);
    const statements = output.match(/ALTER TABLE .*?;/g)!;
    expect(statements).toContain("ALTER TABLE public.payment_session ENABLE ALWAYS TRIGGER renew_cart;");
    await change(statements.join("\n"));
    expect(await states()).toEqual(before);
  });

  it("triggers that are off or gone, and indexes that are gone or invalid", async () => {
    const [index] = await queryRows<{ name: string }>(
      database.url,
      `select indexrelid::regclass::text as name from pg_index where indrelid = 'public.product'::regclass
       and not indisunique order by 1 limit 1`,
    );
    const [trigger] = await queryRows<{ name: string }>(
      database.url,
      "select tgname as name from pg_trigger where tgrelid = 'public.region'::regclass and not tgisinternal limit 1",
    );
    await queryRows(
      database.url,
      `alter table cart disable trigger all; drop index ${index!.name}; drop trigger ${trigger!.name} on region;
       update pg_index set indisvalid = false where indexrelid = (select min(indexrelid::oid) from pg_index
         where indrelid = 'public."order"'::regclass and not indisunique)`,
    );
    const { code, output } = await doctor({});
    expect(output).toMatch(/FAIL {2}Triggers are switched off: .* on public\.cart/);
    expect(output).toContain(`FAIL  Triggers are missing: ${trigger!.name} on public.region\n`);
    expect(output).toMatch(/FAIL {2}Indexes are invalid: public\.\w+\n/);
    expect(output).toContain(`FAIL  Indexes are missing: public.${index!.name.replaceAll('"', "")}\n`);
    expect(code).toBe(1);
  });
});
