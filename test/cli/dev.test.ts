import { chmodSync, existsSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { PluginFiles } from "../plugins/plugin-files.ts";
import { freePort } from "../support/servers/free-port.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { urlOf } from "../support/servers/servers.ts";
import { until } from "../support/time/until.ts";

const plugin = (answer: string) => `
import { word } from "./word.ts";
export default {
  name: "hello",
  migrations: new URL("./migrations/", import.meta.url),
  register({ routes, shop }: any) {
    routes((app: any) => {
      app.get("/store/hello", async () => ({ hello: ${answer}, word }));
      app.get("/store/columns", async () => (await shop.db.selectFrom("visit").selectAll().execute())[0]);
      app.get("/store/end", () => process.exit(3));
    });
  },
};
`;

let files: PluginFiles;
let program: Program | undefined;

async function start(): Promise<string> {
  files = new PluginFiles({
    "plugin.ts": plugin('"one"'),
    "word.ts": 'export const word: string = "first";',
    "migrations/0001_visit.sql": "create table visit (id text); insert into visit values ('a');",
    ".env": "TRADEWIND_PLUGINS=./plugin.ts\n",
  });
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  chmodSync(files.folder, 0o711);
  const environment = { TRADEWIND_DATA_DIR: files.at("data"), TRADEWIND_LOG_FORMAT: "text" };
  const words = ["dev", "--no-demo", "--port", String(await freePort())];
  program = tradewind(words, environment, { cwd: files.folder });
  return urlOf(program);
}

afterEach(async () => {
  program?.process.kill("SIGTERM");
  await program?.ended;
  program = undefined;
  files.remove();
});

const answerAt = async (url: string, path = "/store/hello") => {
  const answer = await fetch(url + path).catch(() => null);
  return answer?.ok ? answer.json() : null;
};
const becomes = (url: string, expected: object, path?: string) =>
  until(async () => JSON.stringify(await answerAt(url, path)) === JSON.stringify(expected));
const restarts = () => program!.output().match(/Restarted in/g)?.length ?? 0;
const postgres = () => readFileSync(files.at("data/postgres/postmaster.pid"), "utf8").split("\n")[0];

describe("tradewind dev", () => {
  it("restarts once for a burst of changes, while the database goes on", async () => {
    const url = await start();
    expect(await answerAt(url)).toEqual({ hello: "one", word: "first" });
    const database = postgres();
    files.write("word.ts", 'export const word: string = "second";');
    for (let index = 0; index < 5; index++) files.write("plugin.ts", plugin(`"two ${index}"`));
    await becomes(url, { hello: "two 4", word: "second" });
    await program!.printed(/Restarted in \d+ ms: (word\.ts, plugin\.ts|plugin\.ts, word\.ts)/);
    expect([restarts(), postgres()]).toEqual([1, database]);
    expect(program!.output()).not.toContain("no server runs");
  });

  it("reads new migrations, new folders and the changed .env", async () => {
    const url = await start();
    files.write("migrations/0002_place.sql", "alter table visit add column place text default 'here';");
    await becomes(url, { id: "a", place: "here" }, "/store/columns");
    files.write("src/other/deep.ts", "export default { name: 'other' };");
    await program!.printed(/Restarted in \d+ ms: src\/other\/deep\.ts/);
    files.write("src/other/deep.ts", plugin('"deep"').replace("./word.ts", "../../word.ts"));
    files.write(
      "src/other/migrations/0001_visit.sql",
      readFileSync(files.at("migrations/0001_visit.sql"), "utf8"),
    );
    files.write(
      "src/other/migrations/0002_place.sql",
      readFileSync(files.at("migrations/0002_place.sql"), "utf8"),
    );
    files.write(".env", "TRADEWIND_PLUGINS=./src/other/deep.ts\n");
    await becomes(url, { hello: "deep", word: "first" });
  });

  it("reports a mistake once, and the server before it goes on until the next change", async () => {
    const url = await start();
    files.write("plugin.ts", plugin('"broken').replace("routes((app", "routes(((app"));
    await program!.printed(/the server before the change goes on/);
    expect(program!.output()).toContain("plugin ./plugin.ts");
    expect(await answerAt(url)).toEqual({ hello: "one", word: "first" });
    files.write("plugin.ts", plugin('"mended"'));
    await becomes(url, { hello: "mended", word: "first" });
    expect(program!.output().match(/goes on/g)).toHaveLength(1);
  });

  it("waits for a change when the server has ended by itself", async () => {
    const url = await start();
    await answerAt(url, "/store/end");
    await program!.printed(/no server runs; waiting for the next change/);
    files.write("plugin.ts", plugin('"again"'));
    await becomes(url, { hello: "again", word: "first" });
  });

  it("does not restart for other files, node_modules and data", async () => {
    const url = await start();
    for (const path of [
      "node_modules/x/index.js",
      "data/note.ts",
      "shop.backup",
      "server.log",
      ".git/index.js",
    ])
      files.write(path, "export {};");
    files.write("word.ts", 'export const word: string = "last";');
    await becomes(url, { hello: "one", word: "last" });
    await program!.printed(/Restarted in \d+ ms: word\.ts\n/);
    expect(restarts()).toBe(1);
  });

  it.each(["SIGTERM", "SIGKILL"] as const)("leaves no server and no database after %s", async (signal) => {
    const url = await start();
    program!.process.kill(signal);
    await program!.ended;
    await until(async () => (await answerAt(url)) === null);
    await until(() => !existsSync(files.at("data/postgres/postmaster.pid")));
  });
});
