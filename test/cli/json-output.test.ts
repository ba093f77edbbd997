import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Client } from "../support/clients/client.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { firstPasswordOf, urlOf } from "../support/servers/servers.ts";

let folder: string;
let environment: Record<string, string>;
let running: Program | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tradewind-json-"));
  chmodSync(folder, 0o711);
  environment = {
    TRADEWIND_DATA_DIR: join(folder, "data"),
    NODE_ENV: "production",
    LOG_LEVEL: "info",
    PORT: "0",
  };
});
afterEach(async () => {
  running?.process.kill("SIGTERM");
  await running?.ended;
  // A server that crashes while it creates its database leaves an initdb that writes for a moment longer.
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

function start(words: string[] = [], more: Record<string, string> = {}): Program {
  running = tradewind(["start", ...words], { ...environment, ...more }, { cwd: folder });
  return running;
}

/** Fails for a line that is no JSON object with a level, a time and a message. */
const messagesOf = (program: Program): string[] =>
  program
    .output()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const entry = JSON.parse(line);
      expect(entry, line).toMatchObject({ level: expect.any(Number), time: expect.any(Number) });
      return entry.msg as string;
    });

const plugin = (name: string, content: string) => {
  writeFileSync(join(folder, name), `export const name = "${name}"; ${content}`);
  return { TRADEWIND_PLUGINS: `./${name}` };
};

describe("without a terminal", () => {
  it("every line of a first start with workers is JSON, to the end; there is no demo shop in production", async () => {
    const talking = `export function register() { console.log("a plugin\\n speaks"); process.emitWarning("old"); }`;
    const server = start(["--workers", "2"], plugin("talking.mjs", talking));
    const client = new Client(await urlOf(server));
    const password = await firstPasswordOf(server);
    expect((await client.post("/admin/auth", { email: "admin@tradewind.local", password })).status).toBe(200);
    expect((await client.get("/admin/products")).body.count).toBe(0);
    const { pid } = JSON.parse(/^\{.*"msg":"Server listening.*$/m.exec(server.output())![0]);
    process.kill(pid, "SIGKILL");
    await server.printed(/ended \(SIGKILL\); starting another"/);
    server.process.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(messagesOf(server)).toEqual(
      expect.arrayContaining([
        `Creating the database in ${join(folder, "data")} …`,
        expect.stringMatching(/^Updating the schema \(\d+ migrations\) …$/),
        "Tradewind is ready",
        "a plugin\n speaks",
        "Warning: old",
        `worker ${pid} ended (SIGKILL); starting another`,
      ]),
    );
    expect(server.output()).not.toContain(password);
    expect(server.output()).not.toContain("demo");
  });

  it("a crash is a line with its stack", async () => {
    const crashing = `export function register() { setTimeout(() => { throw new Error("too bad"); }, 0); }`;
    const server = start([], plugin("crashing.mjs", crashing));
    expect(await server.ended).toBe(1);
    expect(messagesOf(server)).toContain("too bad");
    const [line] = /^\{"level":60.*$/m.exec(server.output())!;
    expect(JSON.parse(line).err).toMatchObject({
      type: "Error",
      stack: expect.stringContaining("crashing.mjs"),
    });
  });

  it.each([
    ["a setting that is wrong", { LOG_LEVEL: "loud" }, "LOG_LEVEL: loud is not one of info, "],
    ["a data folder that is a file", {}, "it is a file, not a folder"],
  ])("%s is one line", async (_, more, message) => {
    writeFileSync(join(folder, "data"), "");
    const server = start(["--workers", "2"], more);
    expect(await server.ended).toBe(1);
    expect(messagesOf(server)).toEqual([expect.stringContaining(message)]);
  });
});

describe("the demo shop", () => {
  it("is loaded in production only with --demo", async () => {
    const server = start(["--demo", "--no-demo"]);
    expect(await server.ended).toBe(1);
    expect(messagesOf(server)).toEqual(["give --demo or --no-demo, not both"]);
    const asked = start(["--demo"]);
    const { body } = await new Client(await urlOf(asked)).get("/store/products");
    expect(body.count).toBe(40);
    expect(readFileSync(join(folder, "data", "first-password"), "utf8")).toMatch(/^\S{16}\n$/);
  });
});
