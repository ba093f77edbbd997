import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { type Program, runTradewind, tradewind } from "../support/servers/process.ts";
import { adminOf, urlOf } from "../support/servers/servers.ts";
import { tamper } from "./tampered-backup.ts";

const KEY = "k".repeat(40);

let folder: string;
let server: Program;
/** Made without a key. */
let plain: string;
/** Made with the key. */
let signed: string;

function aFolder(name: string): string {
  const made = join(folder, name);
  mkdirSync(made, { recursive: true, mode: 0o711 });
  return made;
}

const at = (name: string) => ({ TRADEWIND_DATA_DIR: aFolder(name), LOG_LEVEL: "error" });
const withKey = { TRADEWIND_BACKUP_KEY: KEY };

const startIn = (name: string) =>
  tradewind(["start", "--no-demo"], {
    ...at(name),
    PORT: "0",
    TRADEWIND_ADMIN_EMAIL: ADMIN.email,
    TRADEWIND_ADMIN_PASSWORD: ADMIN.password,
  });

async function stop(program: Program): Promise<void> {
  program.process.kill("SIGTERM");
  await program.ended;
}

const it = withSetup(
  async () => {
    folder = mkdtempSync(join(tmpdir(), "tradewind-tampered-"));
    chmodSync(folder, 0o711);
    server = startIn("shop");
    await urlOf(server);
    [plain, signed] = ["plain.backup", "signed.backup"].map((name) => join(folder, name)) as [string, string];
    await runTradewind(["backup", plain], at("shop"));
    await runTradewind(["backup", signed], { ...at("shop"), ...withKey });
  },
  async () => {
    await stop(server);
    rmSync(folder, { recursive: true, force: true });
  },
);

const restore = (
  file: string,
  into: string,
  { words = [], env = {} }: { words?: string[]; env?: object } = {},
) => runTradewind(["restore", file, ...words], { ...at(into), ...env });

/** PostgreSQL runs as another account for root: it may write here. */
function aTrap(name: string): string {
  const trap = aFolder("traps");
  chmodSync(trap, 0o777);
  return join(trap, name);
}

describe("a tampered backup", () => {
  it("runs no command of its settings, not while it is restored and not when the shop starts", async () => {
    const commands = [
      "archive_command",
      "restore_command",
      "recovery_end_command",
      "archive_cleanup_command",
    ];
    const planted = [
      "archive_mode = on",
      ...commands.map((name) => `${name} = 'touch ${aTrap(name)}; true'`),
      "work_mem = '7MB'",
    ];
    const file = join(folder, "commands.backup");
    const extra = (text: string) => `${text}\n${planted.join("\n")}\n`;
    tamper(plain, file, { files: { "postgresql.auto.conf": extra } });
    const { code, output } = await restore(file, "commands");
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/0 orders and 0 products/) });
    expect(commands.filter((name) => existsSync(aTrap(name)))).toEqual([]);
    expect(output).toMatch(/archive_mode, archive_command, restore_command/);
    const restored = startIn("commands");
    expect((await (await adminOf(await urlOf(restored))).get("/admin/store")).status).toBe(200);
    await stop(restored);
    expect(commands.filter((name) => existsSync(aTrap(name)))).toEqual([]);
    const conf = (name: string) => readFileSync(join(folder, "commands", "postgres", name), "utf8");
    expect(conf("postgresql.auto.conf")).toBe("");
    expect(conf("postgresql.conf")).toContain("work_mem = '7MB'");
    expect(conf("postgresql.conf")).not.toMatch(/_command|archive/);
  });

  it("runs no command while it recovers to a point in time", async () => {
    const planted = `restore_command = 'touch ${aTrap("signal")}; false'\n`;
    const file = join(folder, "signal.backup");
    tamper(plain, file, {
      files: { "postgresql.auto.conf": () => planted },
      added: [{ path: "recovery.signal" }],
    });
    expect(await restore(file, "signal")).toEqual({
      code: 1,
      output: expect.stringMatching(/recovery\.signal does not belong into a backup/),
    });
    expect(existsSync(aTrap("signal"))).toBe(false);
    expect(readdirSync(join(folder, "signal"))).toEqual([]);
  });

  it("lets nobody in by access rules of its own", async () => {
    const file = join(folder, "access.backup");
    tamper(plain, file, { files: { "pg_hba.conf": (text) => `${text}host all all all trust\n` } });
    expect((await restore(file, "access")).code).toBe(0);
    const rules = readFileSync(join(folder, "access", "postgres", "pg_hba.conf"), "utf8");
    expect(rules).not.toMatch(/trust/);
  });

  it("with links, tablespaces, a lock file or paths that leave the folder is refused", async () => {
    const outside = aTrap("outside");
    const additions = [
      { path: "base/link", type: "SymbolicLink" as const, linkpath: outside },
      { path: "tradewind/files/uploads/link", type: "SymbolicLink" as const, linkpath: outside },
      { path: "tablespace_map", text: `16999 ${outside}\n` },
      { path: "pg_tblspc/16999/file", text: "data" },
      { path: "postmaster.pid", text: `${process.pid}\n` },
      { path: "tradewind/files/../../../outside", text: "data" },
    ];
    for (const added of additions) {
      const file = join(folder, "additions.backup");
      rmSync(file, { force: true });
      tamper(plain, file, { added: [added] });
      const { code, output } = await restore(file, "additions");
      expect({ added, code, output }).toMatchObject({
        code: 1,
        output: expect.stringMatching(/^tradewind: /),
      });
      expect(readdirSync(join(folder, "additions"))).toEqual([]);
    }
    expect(existsSync(outside)).toBe(false);
  });

  it("brings no programs: of the data folder only uploads and secrets are restored", async () => {
    const file = join(folder, "programs.backup");
    const added = [
      { path: "tradewind/files/binaries/18/native/bin/postgres", text: "#!/bin/sh\n" },
      { path: "tradewind/files/uploads/picture.txt", text: "a picture" },
    ];
    tamper(plain, file, { added });
    expect((await restore(file, "programs")).code).toBe(0);
    expect(existsSync(join(folder, "programs", "binaries"))).toBe(false);
    expect(readFileSync(join(folder, "programs", "uploads", "picture.txt"), "utf8")).toBe("a picture");
  });
});

describe("a backup key", () => {
  it("signs backups, and a restore with the key accepts only what was signed with it", async () => {
    expect(await restore(signed, "signed", { env: withKey })).toEqual({
      code: 0,
      output: expect.stringMatching(/The signature of the backup is valid/),
    });
    const changed = join(folder, "changed.backup");
    tamper(signed, changed, { files: { "postgresql.conf": (text) => `${text}# changed\n` } });
    const other = { TRADEWIND_BACKUP_KEY: "o".repeat(40) };
    const refusals = [
      [await restore(plain, "refused", { env: withKey }), /is not signed/],
      [await restore(changed, "refused", { env: withKey }), /signature .* is wrong/],
      [await restore(signed, "refused", { env: other }), /signature .* is wrong/],
      [
        await restore(signed, "refused", { env: other, words: ["--accept-unsigned"] }),
        /signature .* is wrong/,
      ],
      [await restore(join(folder, "none.backup"), "refused"), /There is no file .*none\.backup/],
      [await restore(folder, "refused"), /There is no file/],
    ] as const;
    for (const [{ code, output }, message] of refusals) {
      expect(output).toMatch(message);
      expect(code).toBe(1);
    }
    expect(readdirSync(join(folder, "refused"))).toEqual([]);
  });

  it("can be set aside for one restore, and without one the command says what was not checked", async () => {
    const accepted = await restore(plain, "accepted", { env: withKey, words: ["--accept-unsigned"] });
    expect(accepted).toEqual({ code: 0, output: expect.stringMatching(/is not signed/) });
    expect(await restore(signed, "unchecked")).toEqual({
      code: 0,
      output: expect.stringMatching(/The signature of the backup was not checked: TRADEWIND_BACKUP_KEY/),
    });
  });

  it("that is too short is refused", async () => {
    const { code, output } = await restore(plain, "short", { env: { TRADEWIND_BACKUP_KEY: "short" } });
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/TRADEWIND_BACKUP_KEY: .*32/),
    });
    expect(output).not.toContain("short\n");
  });
});
