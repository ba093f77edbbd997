import { describe, expect } from "vitest";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { freePort } from "../support/servers/free-port.ts";
import { type Program, runTradewind, tradewind } from "../support/servers/process.ts";
import { environmentOn, urlOf } from "../support/servers/servers.ts";
import { until } from "../support/time/until.ts";

let database: TestDatabase;
const started: Program[] = [];
const it = withSetup(
  async () => {
    database = await freshDatabase();
  },
  async () => {
    // Those that a failed test left.
    for (const server of started) server.process.kill("SIGKILL");
    await database.drop();
  },
);

const health = (environment: Record<string, string>, ...words: string[]) =>
  runTradewind(["health", ...words], environment);

async function aServer(environment: Record<string, string> = {}): Promise<{ server: Program; port: string }> {
  const server = tradewind(["start"], { ...environmentOn(database.url), ...environment });
  started.push(server);
  return { server, port: new URL(await urlOf(server)).port };
}

describe("`health`", () => {
  it.each(["0.0.0.0", "::", "localhost"])("finds a server at %s ready", async (host) => {
    const { server, port } = await aServer({ HOST: host });
    expect(await health({ HOST: host, PORT: port })).toEqual({ code: 0, output: "ready\n" });
    expect(await health({ HOST: host }, "--port", port, "--alive")).toEqual({ code: 0, output: "alive\n" });
    server.process.kill("SIGTERM");
    expect(await server.ended).toBe(0);
  });

  it("fails for a server that stops, which is alive", async () => {
    const { server, port } = await aServer({ TRADEWIND_DRAIN_SECONDS: "300" });
    server.process.kill("SIGTERM");
    await until(async () => (await fetch(`http://127.0.0.1:${port}/ready`)).status === 503);
    const { code, output } = await health({ PORT: port });
    expect(code).toBe(1);
    expect(output).toBe("not ready: database ok, migrations ok, server draining\n");
    expect(await health({ PORT: port }, "--alive")).toMatchObject({ code: 0 });
    server.process.kill("SIGTERM");
    await server.ended;
  });

  it("fails where no server listens, and says so", async () => {
    const port = String(await freePort());
    const { code, output } = await health({ PORT: port });
    expect(code).toBe(1);
    expect(output).toBe(`tradewind: no server answers at http://127.0.0.1:${port}/ready: ECONNREFUSED\n`);
  });

  it("refuses a port that only the server knows", async () => {
    const { code, output } = await health({ PORT: "0" });
    expect(code).toBe(1);
    expect(output).toContain("--port");
  });
});
