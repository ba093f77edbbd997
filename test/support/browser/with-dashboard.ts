import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type Db, openDatabase } from "../../../src/db/database.ts";
import { Client } from "../clients/client.ts";
import { ADMIN } from "../fixtures/credentials.ts";
import { handleOf } from "../fixtures/handle.ts";
import { withSetup } from "../fixtures/with-setup.ts";
import { freshDatabase } from "../postgres/fresh-database.ts";
import { ownPort } from "../servers/free-port.ts";
import { KillableServer } from "../servers/killable-server.ts";
import { adminOf } from "../servers/servers.ts";
import { BrowserPages, type Opening } from "./browser-pages.ts";
import { demoTemplate, movePictures } from "./demo-template.ts";

export interface Dashboard {
  url: string;
  db: Db;
  /** The API as the admin of the shop. */
  api: Client;
  visitor(): Client;
  /** A process of its own, which can be killed and started again. */
  server: KillableServer;
  /** Opens `/orders` and the like in Chromium, logged in as the admin unless the test says otherwise. */
  open(path: string, opening?: Opening): Promise<Page>;
  /** A console error that the test provokes, such as `/status of 409/`. Every other one is a failure of the test. */
  allow(problem: RegExp): void;
}

/**
 * The server with the demo shop (without its orders) for the tests of a file, and Chromium:
 *
 *     const { it, dashboard } = withDashboard();
 *
 * After each test its pages are closed. The test fails if they logged errors or asked another host for something.
 */
export function withDashboard(environment: Record<string, string> = {}) {
  let running: Awaited<ReturnType<typeof start>> | undefined;
  const it = withSetup(
    async () => {
      running = await start(environment);
    },
    () => running?.close(),
  );
  it.afterEach(async () => {
    expect(await running?.pages.finish()).toEqual([]);
  });
  return { it, dashboard: handleOf<Dashboard>(() => running) };
}

async function start(environment: Record<string, string>) {
  const database = await freshDatabase({ template: await demoTemplate() });
  const port = await ownPort();
  const url = `http://127.0.0.1:${port}`;
  await movePictures(database.url, url);
  const settings = { PORT: String(port), HOST: "127.0.0.1", TRADEWIND_PUBLIC_URL: url, ...environment };
  const server = new KillableServer(database.url, settings);
  const [pages] = await Promise.all([BrowserPages.start({ url, admin: ADMIN }), server.url()]);
  const db = openDatabase({ url: database.url, poolSize: 2 });
  return {
    url,
    db,
    server,
    pages,
    api: await adminOf(url),
    visitor: () => new Client(url),
    open: (path: string, opening?: Opening) => pages.open(path, opening),
    allow: (problem: RegExp) => pages.allow(problem),
    async close() {
      await pages.close();
      await server.stop();
      await db.close();
      await database.drop();
      expect(server.faults).toEqual([]);
    },
  };
}
