import { renameSync, rmdirSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { dirname } from "node:path";
import pg from "pg";
import { openEmbedded } from "../../db/embedded/index.ts";
import { migrate } from "../../db/migrations/migrate.ts";
import { installQueue } from "../../jobs/install-queue.ts";
import { makeDataFolder, removeAbandonedData } from "./meeting-place.ts";
import { databaseOn, TEMPLATE } from "./template.ts";

// The program behind `startTestShop`: one PostgreSQL for the test files of a run, which are processes of their own. Each of them
// holds a connection to the socket. The server ends a moment after the last one has closed it, and removes its data.
const GRACE = 2_000;
/** The process that has started this one connects at once. */
const FIRST_GRACE = 10_000;

const socketPath = process.argv[2]!;
const place = dirname(socketPath);
removeAbandonedData(place);
const folder = makeDataFolder(place);
try {
  await serve();
} finally {
  rmSync(folder, { recursive: true, force: true });
  removeIfEmpty(place);
}

async function serve(): Promise<void> {
  const postgres = await openEmbedded({
    dataDir: folder,
    role: "server",
    settings: { fsync: "off", full_page_writes: "off", max_connections: "300" },
  });
  try {
    await makeTemplate(postgres.url);
    const ended = new Promise<void>((resolve) => postgres.onUnexpectedExit(() => resolve()));
    await Promise.race([ended, serveClients(postgres.url)]);
  } finally {
    rmSync(socketPath, { force: true });
    await postgres.stop();
  }
}

async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const connectionString = databaseOn(url, TEMPLATE);
  await migrate({ connectionString });
  await installQueue({ connectionString });
}

/** Resolves when no client is left. */
function serveClients(url: string): Promise<void> {
  const clients = new Set<Socket>();
  return new Promise((resolve, reject) => {
    const stop = () => {
      // The socket cannot be found from here on. A client that has just connected is closed, and starts another server.
      rmSync(socketPath, { force: true });
      server.close();
      for (const client of clients) client.destroy();
      resolve();
    };
    let idle = setTimeout(stop, FIRST_GRACE);
    const server = createServer((client) => {
      clearTimeout(idle);
      clients.add(client);
      client.on("error", () => {});
      client.on("close", () => {
        clients.delete(client);
        if (clients.size === 0) idle = setTimeout(stop, GRACE);
      });
      client.resume();
      client.write(`${url}\n`);
    });
    server.on("error", reject);
    process.once("SIGTERM", stop);
    // Visible under its name only when it accepts connections.
    server.listen(`${socketPath}.new`, () => {
      renameSync(`${socketPath}.new`, socketPath);
      process.stdout.write("ready\n");
    });
  });
}

function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Another server has its socket there.
  }
}
