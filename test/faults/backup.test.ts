import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { ADMIN, JWT_SECRET } from "../support/fixtures/shop.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { type Program, runTradewind, tradewind } from "../support/servers/process.ts";
import { adminOf, urlOf } from "../support/servers/servers.ts";
import { until } from "../support/time/until.ts";

let folder: string;
let server: Program;
let admin: Client;

/** A data folder that PostgreSQL's user can pass through. */
function aFolder(name: string): string {
  const made = join(folder, name);
  mkdirSync(made, { recursive: true, mode: 0o711 });
  return made;
}

const at = (name: string) => ({ TRADEWIND_DATA_DIR: aFolder(name), LOG_LEVEL: "error" });

const startIn = (name: string) =>
  tradewind(["start", "--no-demo"], {
    ...at(name),
    PORT: "0",
    TRADEWIND_ADMIN_EMAIL: ADMIN.email,
    TRADEWIND_ADMIN_PASSWORD: ADMIN.password,
  });

const backUp = (file: string) => runTradewind(["backup", join(folder, file)], at("shop"));
const restore = (file: string, into: string) => runTradewind(["restore", join(folder, file)], at(into));

const it = withSetup(
  async () => {
    folder = mkdtempSync(join(tmpdir(), "tradewind-backup-"));
    chmodSync(folder, 0o711);
    server = startIn("shop");
    admin = await adminOf(await urlOf(server));
  },
  async () => {
    server.process.kill("SIGTERM");
    await server.ended;
    rmSync(folder, { recursive: true, force: true });
  },
);

const aCollection = async (title: string): Promise<string> => {
  const { status, body } = await admin.post("/admin/collections", { title });
  expect(status).toBe(200);
  return body.collection.id;
};

/** Creates collections until it is ended, and notes those that were acknowledged. */
function creating() {
  const acknowledged: string[] = [];
  let isOver = false;
  const work = async () => {
    while (!isOver) acknowledged.push(await aCollection(`Drill ${acknowledged.length}`));
  };
  const done = work();
  return {
    acknowledged,
    end: () => {
      isOver = true;
      return done;
    },
  };
}

/** The collections that a restored shop does not have. The administrator can log in there as before. */
async function missingIn(name: string, ids: readonly string[]): Promise<string[]> {
  const restored = startIn(name);
  try {
    const client = await adminOf(await urlOf(restored));
    const missing: string[] = [];
    for (const id of ids) if ((await client.get(`/admin/collections/${id}`)).status !== 200) missing.push(id);
    return missing;
  } finally {
    restored.process.kill("SIGTERM");
    await restored.ended;
  }
}

describe("a backup of a running shop", () => {
  it("has everything that was acknowledged before it began, and is restored elsewhere", async () => {
    const writer = creating();
    await until(() => writer.acknowledged.length > 20);
    const before = [...writer.acknowledged];
    writeFileSync(join(aFolder("shop/uploads"), "picture.txt"), "a picture");
    const { code, output } = await backUp("first.backup");
    await writer.end();
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/first\.backup: [\d.]+ MB/) });

    expect(await restore("first.backup", "elsewhere")).toEqual({
      code: 0,
      output: expect.stringMatching(/: 0 orders and 0 products, as of \d{4}-/),
    });
    expect(await missingIn("elsewhere", before)).toEqual([]);
    expect(readFileSync(join(folder, "elsewhere", "uploads", "picture.txt"), "utf8")).toBe("a picture");
    const secrets = ["shop", "elsewhere"].map((name) =>
      readFileSync(join(folder, name, "jwt-secret"), "utf8"),
    );
    expect(secrets[0]).toBe(secrets[1]);
    expect(secrets[0]).not.toBe(JWT_SECRET);
  });

  it("that is damaged or cut is refused, and leaves no database behind", async () => {
    await backUp("whole.backup");
    const whole = readFileSync(join(folder, "whole.backup"));
    const damaged = Buffer.from(whole);
    damaged[Math.floor(whole.length / 2)]! ^= 0xff;
    writeFileSync(join(folder, "damaged.backup"), damaged);
    writeFileSync(join(folder, "cut.backup"), whole.subarray(0, whole.length / 2));
    writeFileSync(join(folder, "other.backup"), "no archive");
    for (const file of ["damaged.backup", "cut.backup", "other.backup"]) {
      expect(await restore(file, "refused")).toEqual({
        code: 1,
        output: expect.stringMatching(/^tradewind: .*damaged/),
      });
      expect(readdirSync(join(folder, "refused"))).toEqual([]);
    }
  });

  it("never appears when it was killed, and the next one succeeds", async () => {
    const file = join(folder, "killed.backup");
    const program = tradewind(["backup", file], at("shop"));
    await until(() => existsSync(`${file}.unfinished`));
    program.process.kill("SIGKILL");
    await program.ended;
    expect(existsSync(file)).toBe(false);
    expect((await backUp("killed.backup")).code).toBe(0);
    expect(existsSync(`${file}.unfinished`)).toBe(false);
  });

  it("whose restore was killed is restored by the next attempt", async () => {
    const id = await aCollection("Before the backup");
    await backUp("again.backup");
    const program = tradewind(["restore", join(folder, "again.backup")], at("again"));
    const staged = () => readdirSync(join(folder, "again")).filter((name) => name.startsWith("postgres."));
    await until(() => staged().length > 0);
    program.process.kill("SIGKILL");
    await program.ended;
    expect(existsSync(join(folder, "again", "postgres"))).toBe(false);
    expect((await restore("again.backup", "again")).code).toBe(0);
    expect(await missingIn("again", [id])).toEqual([]);
    expect(staged()).toEqual([]);
  });
});

describe("the commands backup and restore", () => {
  it("refuse to overwrite a file or a database, and name what is missing", async () => {
    writeFileSync(join(folder, "taken.backup"), "");
    const refusals = [
      [await backUp("taken.backup"), /taken\.backup exists already/],
      [await restore("taken.backup", "shop"), /There is a database in .*shop already/],
      [await runTradewind(["backup"], at("shop")), /the name of the file is missing/],
      [await runTradewind(["backup", join(folder, "none.backup")], at("empty")), /there is no shop in/],
      [
        await runTradewind(["backup", "any"], { ...at("shop"), DATABASE_URL: "postgres://localhost/shop" }),
        /DATABASE_URL is set: this command is for the embedded database/,
      ],
    ] as const;
    for (const [{ code, output }, message] of refusals) {
      expect(output).toMatch(message);
      expect(output).not.toMatch(/\n {4}at /);
      expect(code).toBe(1);
    }
  });
});
