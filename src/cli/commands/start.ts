import cluster from "node:cluster";
import { type Config, configFrom } from "../../config.ts";
import { dataFolder } from "../../db/embedded/index.ts";
import type { ShopSecrets } from "../../kernel/shop-secrets.ts";
import type { Tracing } from "../../kernel/tracing.ts";
import { findMove, movedFile } from "../../move/moved-file.ts";
import { loadProviders } from "../../providers/load-providers.ts";
import type { ProviderRegistry } from "../../providers/registry.ts";
import { startTracing } from "../../telemetry/start-tracing.ts";
import { checkDatabase } from "../check-database.ts";
import { type Command, CommandProblem, type Given, optionalText } from "../command.ts";
import { isMissing, type OpenedDatabase, openConfigured } from "../database.ts";
import { makeDemoOrders } from "../demo.ts";
import type { ServerOfDev } from "../dev/server-of-dev.ts";
import { checkPort } from "../port.ts";
import { prepareShop } from "../prepare-shop.ts";
import { secretsOf } from "../secrets.ts";
import { type BuiltServer, buildServer, type Running } from "../serve.ts";
import { printStarted } from "../start-message.ts";
import { drainMilliseconds, drainTimesOf, listenForStop, noDrain, type Stop } from "../stop-signal.ts";
import { runWorker } from "../worker-process.ts";
import { Workers } from "../workers.ts";

export const start: Command = {
  name: "start",
  summary:
    "Start the server. The first start creates an admin user and, on the embedded database, a demo shop.",
  details: "With NODE_ENV=production there is no demo shop, unless --demo asks for one.",
  isServer: true,
  options: {
    port: { value: "number", help: "Port, in place of PORT." },
    host: { value: "address", help: "Address, in place of HOST." },
    workers: {
      value: "number",
      help: "HTTP processes on this machine, or auto: one for each core; in place of TRADEWIND_WORKERS.",
    },
    demo: { help: "Load the demo shop at the first start, also with NODE_ENV=production." },
    "no-demo": { help: "Do not load the demo shop at the first start." },
  },
  async run(given) {
    const config = configFrom({ ...process.env, ...asEnvironment(given) });
    if (cluster.isWorker) return runWorker(config);
    return runServer(config, { withDemo: isDemoWanted(given) });
  },
};

/** A real shop never gets the products of a demo by itself. */
export function isDemoWanted(given: Given): boolean {
  if (given["demo"] && given["no-demo"]) throw new CommandProblem("give --demo or --no-demo, not both");
  return given["demo"] === true || (!given["no-demo"] && process.env["NODE_ENV"] !== "production");
}

export const asEnvironment = (given: Given): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      PORT: optionalText(given, "port"),
      HOST: optionalText(given, "host"),
      TRADEWIND_WORKERS: optionalText(given, "workers"),
    }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

interface ServerOptions {
  withDemo: boolean;
  /** The server is one of `tradewind dev`, which owns the embedded database and the port. */
  development?: ServerOfDev;
}

/** Prepares the database, then serves in this process, or in several that share the port. */
export async function runServer(config: Config, { withDemo, development }: ServerOptions): Promise<number> {
  const drain = drainTimesOf(config);
  const stop = listenForStop({ before: drainMilliseconds(drain) });
  if (!development) await checkPort(config);
  // Workers load them, too. Here they are loaded to find one that cannot be used before anything is written.
  const providers = await loadProviders(config);
  const secrets = secretsOf(config);
  const tracing = await startTracing(config);
  if (isMissing(config)) reportStep(`Creating the database in ${dataFolder(config.dataDir)}`);
  const opened = await openConfigured(config, development ? "tool" : "server", tracing);
  opened.onLost((reason) => stop.now(`the embedded database ended: ${reason}`));
  try {
    await checkDatabase(opened, config);
    if (opened.isEmbedded) warnOfMove(dataFolder(config.dataDir));
    const server = await serverOf({ config, opened, secrets, providers, stop, tracing });
    const prepared = await prepareShop(opened, config, {
      withDemo,
      secrets,
      plugins: providers.plugins,
      report: reportStep,
    }).catch(async (error) => {
      await server.close();
      throw error;
    });
    await development?.mayListen();
    const running = await server.listen();
    if (development?.isFirst !== false)
      printStarted({ config, port: running.port, place: opened.place, prepared });
    development?.listens(running.port);
    const orders = withDemo && opened.isEmbedded ? makeDemoOrders(opened, config) : null;
    const failure = await stop.requested;
    await orders?.stop();
    await running.close(failure ? noDrain : drain);
    if (failure) console.error(`tradewind: ${failure}`);
    return failure ? 1 : 0;
  } finally {
    await opened.close();
    await tracing?.stop();
  }
}

/** Two shops that both sell would have to be merged by hand. */
function warnOfMove(folder: string): void {
  const moved = findMove(folder);
  if (!moved) return;
  console.warn(
    `tradewind: this shop was moved to ${moved.place} on ${moved.movedAt}. What is sold here is missing there: set DATABASE_URL. ` +
      `If this is the shop again, delete ${movedFile(folder)}.`,
  );
}

/** The first start takes some seconds. npm prints nothing meanwhile. */
const reportStep = (step: string) => console.log(`  ${step} …`);

interface ServerParts {
  config: Config;
  opened: OpenedDatabase;
  secrets: ShopSecrets;
  providers: ProviderRegistry;
  stop: Stop;
  tracing: Tracing | undefined;
}

async function serverOf({ opened, stop, ...parts }: ServerParts): Promise<BuiltServer> {
  const { config } = parts;
  if (config.workers === 1) return buildServer({ ...parts, db: opened.db });
  return {
    listen: async () =>
      restartable(await Workers.start(config, { databaseUrl: config.databaseUrl ?? opened.url }), stop),
    close: async () => {},
  };
}

/** SIGHUP replaces the workers. Closing a terminal sends it, too: then the server stops. */
function restartable(workers: Running & { restart(): void }, stop: Stop): Running {
  process.on("SIGHUP", () => (process.stdin.isTTY ? stop.now() : workers.restart()));
  return workers;
}
