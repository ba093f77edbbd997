import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Client } from "../support/clients/client.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { firstPasswordOf, urlOf } from "../support/servers/servers.ts";
import { until } from "../support/time/until.ts";

const PASSWORD = "a password for the tests";
let folder: string;
/** The data of a shop without the demo, after its first start. */
let prepared: string;
const started: Program[] = [];

function aFolder(): string {
  const made = mkdtempSync(join(tmpdir(), "tradewind-server-"));
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  chmodSync(made, 0o711);
  return made;
}

async function stopAll(): Promise<void> {
  for (const { process } of started) process.kill("SIGTERM");
  await Promise.all(started.splice(0).map(({ ended }) => ended));
}

beforeAll(async () => {
  folder = aFolder();
  await urlOf(start(["--no-demo"]));
  await stopAll();
  prepared = folder;
});
afterAll(() => rmSync(prepared, { recursive: true, force: true }));
beforeEach(() => {
  folder = aFolder();
});
afterEach(async () => {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
});

/** For tests that are not about the first start. With the owners of the files: PostgreSQL requires them. */
const usePreparedData = () => execFileSync("cp", ["-a", `${prepared}/.`, folder]);

function start(words: string[] = [], environment: Record<string, string> = {}): Program {
  const program = tradewind(["start", "--port", "0", ...words], {
    TRADEWIND_DATA_DIR: folder,
    TRADEWIND_ADMIN_PASSWORD: PASSWORD,
    ...environment,
  });
  started.push(program);
  return program;
}

async function adminOf(program: Program): Promise<Client> {
  const client = new Client(await urlOf(program));
  const login = await client.post("/admin/auth", { email: "admin@tradewind.local", password: PASSWORD });
  expect(login.status).toBe(200);
  return client;
}

describe("the server on its embedded database", () => {
  it("prints at the first start what a newcomer needs, and has a demo shop", async () => {
    const program = start([], { TRADEWIND_ADMIN_PASSWORD: "" });
    const url = await urlOf(program);
    const password = await firstPasswordOf(program);
    expect(program.output()).toContain(`${url}/docs`);
    expect(program.output()).toContain(`${url}/health`);
    expect(program.output()).toMatch(/"demo_shop":"40 products/);
    const client = new Client(url);
    expect((await client.post("/admin/auth", { email: "admin@tradewind.local", password })).status).toBe(200);
    expect((await client.get("/store/collections")).body.count).toBe(5);
    const [product] = (await client.get("/admin/collections?limit=1")).body.collections[0].products;
    const picture = await fetch(new URL(new URL(product.thumbnail).pathname, url));
    expect(picture.headers.get("content-type")).toContain("image/svg+xml");
    expect(await picture.text()).toContain("<svg");
  });

  it("has no demo shop with --no-demo, now or at the next start", async () => {
    const first = start(["--no-demo"]);
    expect((await (await adminOf(first)).get("/admin/collections")).body.count).toBe(0);
    first.process.kill("SIGINT");
    expect(await first.ended).toBe(0);
    const second = start();
    expect((await (await adminOf(second)).get("/admin/collections")).body.count).toBe(0);
    expect(await firstPasswordOf(second)).toBeUndefined();
  });

  it("keeps what it acknowledged when it is killed, again and again", async () => {
    usePreparedData();
    const kept: string[] = [];
    for (let round = 0; round < 3; round++) {
      const program = start(["--no-demo"]);
      const admin = await adminOf(program);
      for (let index = 0; index < 5; index++) {
        const title = `Round ${round} collection ${index}`;
        expect((await admin.post("/admin/collections", { title })).status).toBe(200);
        kept.push(title);
      }
      program.process.kill("SIGKILL");
      expect(await program.ended).toBe("SIGKILL");
    }
    const admin = await adminOf(start());
    const { body } = await admin.get("/admin/collections?limit=100");
    expect(body.collections.map(({ title }: { title: string }) => title).sort()).toEqual(kept.sort());
  });

  it("refuses a second start on the same data, and the first continues", async () => {
    usePreparedData();
    const first = start(["--no-demo"]);
    const admin = await adminOf(first);
    const second = start(["--no-demo"]);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`another Tradewind (process ${first.process.pid}) is already running`);
    expect(second.output()).not.toMatch(/\n\s+at /);
    expect((await admin.get("/admin/auth")).status).toBe(200);
  });

  it("lets tools work at the same time", async () => {
    usePreparedData();
    const program = start(["--no-demo"]);
    await urlOf(program);
    const tool = tradewind(
      ["user", "create", "--email", "tool@example.com", "--password", "a tool of the shop"],
      {
        TRADEWIND_DATA_DIR: folder,
      },
    );
    expect(await tool.ended, tool.output()).toBe(0);
    const client = new Client(await urlOf(program));
    expect(
      (await client.post("/admin/auth", { email: "tool@example.com", password: "a tool of the shop" }))
        .status,
    ).toBe(200);
  });

  it("loads plugins", async () => {
    usePreparedData();
    const program = start(["--no-demo"], {
      TRADEWIND_PLUGINS: "./examples/plugin/shop-chat.mjs",
      SHOP_CHAT_URL: "http://127.0.0.1:1",
      SHOP_CHAT_CHANNEL: "shop",
      SHOP_CHAT_CLIENT_ID: "id",
      SHOP_CHAT_CLIENT_SECRET: "secret",
    });
    const admin = await adminOf(program);
    expect((await admin.get("/admin/shop-chat")).body).toEqual({ channel: "shop", is_connected: false });
    expect((await admin.get("/admin/apps")).body.apps).toMatchObject([{ application_name: "shop-chat" }]);
  });
});

describe("several workers", () => {
  it("share the port, and one that dies is replaced", async () => {
    usePreparedData();
    const program = start(["--no-demo", "--workers", "2"]);
    const admin = await adminOf(program);
    const pids = () => workersOf(program.process.pid!);
    const before = await pids();
    expect(before).toHaveLength(2);
    process.kill(before[0]!, "SIGKILL");
    await until(async () => {
      const now = await pids();
      return now.length === 2 && !now.includes(before[0]!);
    });
    expect(program.output()).toContain(`"worker ${before[0]} ended (SIGKILL); starting another"`);
    expect((await admin.get("/admin/auth")).status).toBe(200);
    program.process.kill("SIGTERM");
    expect(await program.ended).toBe(0);
    expect(program.output().match(/ended \(/g)).toHaveLength(1);
    expect(await pids()).toEqual([]);
  });
});

/** The processes that run the server under this one. */
async function workersOf(parent: number): Promise<number[]> {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="]).toString().split("\n");
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, ppid, ...words]) => Number(ppid) === parent && words.join(" ").includes("main.js start"))
    .map(([pid]) => Number(pid));
}
