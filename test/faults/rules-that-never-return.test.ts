import { describe, expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { PluginFiles } from "../plugins/plugin-files.ts";
import { Client } from "../support/clients/client.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { adminOf, environmentOn, urlOf } from "../support/servers/servers.ts";
import { until } from "../support/time/until.ts";

const ENDLESS = `
export default {
  name: "endless",
  rules: { product: ({ product }: any) => { while (product.title === "Endless"); } },
  register({ routes }: any) {
    routes((app: any) => app.get("/store/endless", function endlessRoute() { for (;;); }));
  },
};
`;

let database: TestDatabase;
let db: Db;
let files: PluginFiles;
let program: Program | undefined;
const it = withSetup(
  async () => {
    database = await freshDatabase();
    db = openDatabase({ url: database.url, poolSize: 2 });
    files = new PluginFiles({ "plugin.ts": ENDLESS });
  },
  async () => {
    program?.process.kill("SIGTERM");
    await program?.ended;
    await db.close();
    await database.drop();
    files.remove();
  },
);

const start = async (environment: Record<string, string> = {}) => {
  program = tradewind(["start"], {
    ...environmentOn(database.url),
    TRADEWIND_PLUGINS: files.at("plugin.ts"),
    // Three times as long for all other code, also for what a busy machine does at the start.
    TRADEWIND_RULE_TIMEOUT: "4000",
    ...environment,
  });
  return { program, url: await urlOf(program) };
};

const endless = async (url: string) => (await adminOf(url)).post("/admin/products", { title: "Endless" });
const products = async () => {
  const [row] = await db.run<{ count: number }>({
    text: "select count(*) as count from product where title = 'Endless'",
    values: [],
  });
  return row!.count;
};

describe("a rule or a route that never returns", () => {
  it("ends its process, is named in the log and leaves nothing behind", async () => {
    const { program, url } = await start();
    await expect(endless(url)).rejects.toThrow();
    expect(await program.ended).toBe("SIGKILL");
    expect(program.output()).toContain("rules.product of the plugin endless has not returned for 4 s");
    expect(await products()).toBe(0);
  });

  it("ends its process in a route, too, and the log has the place", async () => {
    const { program, url } = await start();
    await expect(fetch(`${url}/store/endless`)).rejects.toThrow();
    expect(await program.ended).toBe("SIGKILL");
    const output = program.output();
    expect(output).toContain("the code of a plugin has not returned for 12 s: the process is ended");
    expect(output).toMatch(/endlessRoute in file:\/\/.*plugin\.ts:\d+/);
  });

  it("ends one of several workers, in whose place another one begins", async () => {
    const { program, url } = await start({ TRADEWIND_WORKERS: "2" });
    await endless(url).catch(() => {});
    await program.printed(/worker \d+ ended \(SIGKILL\); starting another/);
    await until(async () => (await new Client(url).get("/health").catch(() => null))?.status === 200);
    expect(await products()).toBe(0);
  });
});
