import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { tradewind } from "../support/servers/process.ts";
import { environmentOn, urlOf } from "../support/servers/servers.ts";
import { startCollector } from "./collector.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
let folder: string;
let database: TestDatabase;
const it = withSetup(
  async () => {
    folder = withoutPackages();
    database = await freshDatabase();
  },
  async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  },
);

/** The built server without the packages of OpenTelemetry. */
function withoutPackages(): string {
  const made = mkdtempSync(join(tmpdir(), "tradewind-untraced-"));
  for (const name of ["dist", "package.json"])
    cpSync(join(root, name), join(made, name), { recursive: true });
  for (const name of ["migrations", "docs", "node_modules"]) symlinkSync(join(root, name), join(made, name));
  rmSync(join(made, "dist", "opentelemetry-library.js"));
  return made;
}

const program = () => join(folder, "dist", "main.js");

it("a server without tracing loads no package of OpenTelemetry", async () => {
  const server = tradewind(["start"], environmentOn(database.url), { program: program() });
  const { status } = await fetch(`${await urlOf(server)}/store/regions`);
  expect(status).toBe(200);
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0);
});

it("a collector that does not answer does no harm", async () => {
  const server = tradewind(["start"], {
    ...environmentOn(database.url),
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    OTEL_EXPORTER_OTLP_TIMEOUT: "1000",
  });
  const url = await urlOf(server);
  for (const path of ["/store/regions", "/store/products"])
    expect((await fetch(url + path)).status).toBe(200);
  await server.printed(/traces cannot be sent to the collector/);
  expect((await fetch(`${url}/store/regions`)).status).toBe(200);
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0);
});

it("a sampler that records nothing sends nothing", async () => {
  const collector = await startCollector();
  const server = tradewind(["start"], {
    ...environmentOn(database.url),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: "parentbased_always_off",
  });
  const url = await urlOf(server);
  await fetch(`${url}/store/regions`);
  const traceparent = `00-${"3".repeat(32)}-${"4".repeat(16)}-01`;
  await fetch(`${url}/store/products`, { headers: { traceparent } });
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  const routes = collector.spans.filter(({ kind }) => kind === "server").map(({ name }) => name);
  expect(routes).toEqual(["GET /store/products"]);
  await collector.close();
});
