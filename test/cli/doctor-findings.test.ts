import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { MailServer } from "../support/mail-server.ts";
import { runTradewind } from "../support/process.ts";
import { queryRows } from "../support/query-rows.ts";
import { withSetup } from "../support/with-setup.ts";

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
      TRADEWIND_PLUGINS: "./no-such-plugin.mjs",
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
    expect(output).toMatch(/FAIL {2}.*no-such-plugin\.mjs/);
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
    expect(good.output).toContain("ok    The indexes and triggers of the migrations are there");
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
    expect(code).toBe(1);
  });
});

describe("the doctor finds in the database", () => {
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
