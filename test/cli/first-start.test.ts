import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { PluginFiles } from "../plugins/plugin-files.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { urlOf } from "../support/servers/servers.ts";

let folder: string;
const running: Program[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tradewind-first-"));
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  chmodSync(folder, 0o711);
});
afterEach(async () => {
  for (const program of running.splice(0)) await stopped(program);
  rmSync(folder, { recursive: true, force: true });
});

function start(environment: Record<string, string> = {}, ...words: string[]): Program {
  const program = tradewind(["start", "--port", "0", ...words], {
    TRADEWIND_DATA_DIR: folder,
    ...environment,
  });
  running.push(program);
  return program;
}

async function stopped(program: Program): Promise<void> {
  program.process.kill("SIGTERM");
  await program.ended;
}

it("a first start prints each step, and URLs that lead somewhere; the next start has nothing to do", async () => {
  const first = start({ TRADEWIND_LOG_FORMAT: "text" });
  await first.printed(/Password.*\n\n/);
  const [before = "", after = ""] = first.output().split("Tradewind is ready");
  expect(
    before
      .trim()
      .split("\n")
      .map((line) => line.trim()),
  ).toEqual([
    `Creating the database in ${folder} …`,
    expect.stringMatching(/^Updating the schema \(\d+ migrations\) …$/),
    "Loading the demo shop …",
  ]);
  const urls = [...after.matchAll(/http:\S+/g)].map(([url]) => url);
  expect(urls).toHaveLength(4);
  for (const url of urls) expect((await fetch(url)).status, url).toBe(200);
  await stopped(first);

  const second = start({ TRADEWIND_LOG_FORMAT: "text" });
  await urlOf(second);
  expect(second.output()).toMatch(/^\n {2}Tradewind is ready\n/);
});

it("the log is JSON where no terminal is, and text by setting", async () => {
  const json = start({ LOG_LEVEL: "info" }, "--no-demo");
  await fetch(`${await urlOf(json)}/health`);
  const [line] = await json.printed(/^\{.*"msg":"request"\}$/m);
  expect(JSON.parse(line)).toMatchObject({ level: 30, method: "GET", route: "/health", status: 200 });
  await stopped(json);

  const text = start({ LOG_LEVEL: "info", TRADEWIND_LOG_FORMAT: "text" }, "--no-demo");
  await fetch(`${await urlOf(text)}/health`);
  await text.printed(/^\d\d:\d\d:\d\d\.\d{3} INFO {2}GET \/health 200 in [\d.]+ ms$/m);
  expect(text.output()).not.toContain("{");
});

it("a new shop starts with a plugin that declares fields", async () => {
  const plugin = new PluginFiles({
    "plugin.ts": 'export default { name: "fabrics", fields: { product: { fabric: { type: "text" } } } };',
  });
  try {
    await urlOf(start({ TRADEWIND_PLUGINS: plugin.at("plugin.ts") }, "--no-demo"));
  } finally {
    plugin.remove();
  }
});
