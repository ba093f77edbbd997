import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildApp } from "../app.ts";
import { type OpenedDatabase, openConfigured } from "../cli/database.ts";
import { prepareShop } from "../cli/prepare-shop.ts";
import { type Config, configFrom } from "../config.ts";
import { fixedSecrets } from "../kernel/shop-secrets.ts";
import type { Plugin } from "../plugins/plugin.ts";
import { loadProviders } from "../providers/load-providers.ts";
import { makeTestDatabase } from "./database/test-database.ts";
import { finishedWork } from "./finished-work.ts";
import { testClient } from "./test-client.ts";
import type { StartTestShop, TestClient, TestShop, TestShopOptions } from "./test-shop.ts";

const ADMIN = { email: "admin@example.com", password: "the admin of a test" };
const CUSTOMER_PASSWORD = "a customer of a test";

/** What is opened is closed again, the last first, also when the start fails. */
class Closing {
  private readonly steps: (() => unknown)[] = [];

  add(step: () => unknown): void {
    this.steps.unshift(step);
  }

  async run(): Promise<void> {
    for (const step of this.steps.splice(0)) await step();
  }
}

export const startTestShop: StartTestShop = async (options = {}) => {
  const closing = new Closing();
  try {
    return await start(options, closing);
  } catch (error) {
    await closing.run();
    throw error;
  }
};

async function start({ plugins = [], environment = {} }: TestShopOptions, closing: Closing) {
  const { config, given } = settingsOf(plugins, environment, closing);
  const providers = await loadProviders(config, given);
  const database = await makeTestDatabase();
  closing.add(() => database.drop());
  const opened = await openConfigured({ ...config, databaseUrl: database.url }, "tool");
  closing.add(() => opened.close());
  const secrets = fixedSecrets("a secret of tests, which nothing else uses");
  const app = await buildApp({ config, db: opened.db, secrets, providers });
  closing.add(() => app.close());
  await prepareShop(opened, config, { withDemo: false, secrets, plugins: providers.plugins });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return shopAt(url, { opened, closing, work: finishedWork({ db: opened.db, providers }) });
}

/** Independent of the environment of the test. The data folder has uploads and the like. */
function settingsOf(
  plugins: NonNullable<TestShopOptions["plugins"]>,
  environment: Readonly<Record<string, string>>,
  closing: Closing,
): { config: Config; given: Plugin[] } {
  const dataDir = mkdtempSync(join(tmpdir(), "tradewind-test-files-"));
  closing.add(() => rmSync(dataDir, { recursive: true, force: true }));
  const config = configFrom({
    PORT: "0",
    LOG_LEVEL: "error",
    TRADEWIND_LOG_FORMAT: "text",
    TRADEWIND_POOL_SIZE: "6",
    TRADEWIND_DATA_DIR: dataDir,
    ...environment,
    TRADEWIND_ADMIN_EMAIL: ADMIN.email,
    TRADEWIND_ADMIN_PASSWORD: ADMIN.password,
  });
  const sources = plugins.filter((each) => typeof each === "string" || each instanceof URL);
  const given = plugins.filter((each): each is Plugin => typeof each === "object" && !(each instanceof URL));
  const files = sources.map((each) => (typeof each === "string" ? each : fileURLToPath(each)));
  return { config: { ...config, plugins: [...config.plugins, ...files] }, given };
}

interface Started {
  opened: OpenedDatabase;
  closing: Closing;
  work: Pick<TestShop, "waitForEvents" | "runJobs" | "runJob">;
}

async function shopAt(url: string, { opened, closing, work }: Started): Promise<TestShop> {
  const store = testClient(url);
  const adminToken = await tokenFrom(store, "/admin/auth/token", ADMIN);
  let customers = 0;
  return Object.freeze({
    url,
    store,
    adminToken,
    admin: testClient(url, adminToken),
    async customer(email = `customer-${++customers}@example.com`) {
      const names = { first_name: "Ada", last_name: "Lovelace" };
      const credentials = { email, password: CUSTOMER_PASSWORD };
      const { status, body } = await store.post("/store/customers", { ...names, ...credentials });
      if (status !== 200) throw new Error(`the customer ${email} cannot be registered: ${body.message}`);
      return testClient(url, await tokenFrom(store, "/store/auth/token", credentials));
    },
    query: <Row>(text: string, values: readonly unknown[] = []) => opened.db.run<Row>({ text, values }),
    ...work,
    stop: () => closing.run(),
  });
}

async function tokenFrom(client: TestClient, path: string, credentials: object): Promise<string> {
  const { status, body } = await client.post(path, credentials);
  if (status !== 200) throw new Error(`${path} has answered ${status}: ${body.message}`);
  return body.access_token;
}
