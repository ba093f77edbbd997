import cluster from "node:cluster";
import { type Config, configFrom } from "../../config.ts";
import { type Command, type Given, optionalText } from "../command.ts";
import { openConfigured } from "../database.ts";
import { makeDemoOrders } from "../demo-orders.ts";
import { drainMilliseconds, drainTimesOf, noDrain } from "../drain-times.ts";
import { prepareShop } from "../prepare-shop.ts";
import { jwtSecretOf } from "../secrets.ts";
import { type Running, serve } from "../serve.ts";
import { startMessage } from "../start-message.ts";
import { listenForStop, type Stop } from "../stop-signal.ts";
import { runWorker } from "../worker-process.ts";
import { Workers } from "../workers.ts";

export const start: Command = {
  name: "start",
  summary:
    "Start the server. The first start creates an admin user and, on the embedded database, a demo shop.",
  options: {
    port: { value: "number", help: "Port, in place of PORT." },
    host: { value: "address", help: "Address, in place of HOST." },
    workers: { value: "number", help: "HTTP processes on this machine, in place of TRADEWIND_WORKERS." },
    "no-demo": { help: "Do not load the demo shop at the first start." },
  },
  async run(given) {
    const config = configFrom({ ...process.env, ...asEnvironment(given) });
    if (cluster.isWorker) return runWorker(config);
    return runServer(config, { withDemo: !given["no-demo"] });
  },
};

const asEnvironment = (given: Given): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      PORT: optionalText(given, "port"),
      HOST: optionalText(given, "host"),
      TRADEWIND_WORKERS: optionalText(given, "workers"),
    }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** Prepares the database, then serves in this process, or in several that share the port. */
async function runServer(config: Config, { withDemo }: { withDemo: boolean }): Promise<number> {
  const drain = drainTimesOf(config);
  const stop = listenForStop({ before: drainMilliseconds(drain) });
  const jwtSecret = jwtSecretOf(config);
  const opened = await openConfigured(config, "server");
  opened.onLost((reason) => stop.now(`the embedded database ended: ${reason}`));
  try {
    const prepared = await prepareShop(opened, config, { withDemo });
    const running =
      config.workers > 1
        ? restartable(await Workers.start(config, { databaseUrl: opened.url, jwtSecret }), stop)
        : await serve({ config, db: opened.db, jwtSecret });
    console.log(startMessage({ config, port: running.port, place: opened.place, prepared }));
    const orders = withDemo && opened.isEmbedded ? makeDemoOrders(opened, config) : null;
    const failure = await stop.requested;
    await orders?.stop();
    await running.close(failure ? noDrain : drain);
    if (failure) console.error(`tradewind: ${failure}`);
    return failure ? 1 : 0;
  } finally {
    await opened.close();
  }
}

/** SIGHUP replaces the workers. Closing a terminal sends it, too: then the server stops. */
function restartable(workers: Running & { restart(): void }, stop: Stop): Running {
  process.on("SIGHUP", () => (process.stdin.isTTY ? stop.now() : workers.restart()));
  return workers;
}
