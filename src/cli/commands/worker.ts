import { buildApp } from "../../app.ts";
import { configFrom } from "../../config.ts";
import { loadProviders } from "../../providers/load-providers.ts";
import { startTracing } from "../../telemetry/start-tracing.ts";
import { type Command, optionalText } from "../command.ts";
import { migrateAll, openConfigured } from "../database.ts";
import { secretsOf } from "../secrets.ts";
import { listenForStop } from "../stop-signal.ts";

export const worker: Command = {
  name: "worker",
  summary: "Run jobs and deliver events to subscribers and webhooks, in a process without HTTP.",
  isServer: true,
  options: { jobs: { value: "number", help: "Jobs at the same time, in place of TRADEWIND_JOBS." } },
  async run(given) {
    const jobs = optionalText(given, "jobs");
    const config = configFrom({ ...process.env, ...(jobs ? { TRADEWIND_JOBS: jobs } : {}) });
    const stop = listenForStop();
    const providers = await loadProviders(config);
    const tracing = await startTracing(config);
    const opened = await openConfigured(config, "tool", tracing);
    opened.onLost((reason) => stop.now(`the embedded database ended: ${reason}`));
    try {
      await migrateAll(opened, providers.plugins);
      const app = await buildApp({ config, db: opened.db, secrets: secretsOf(config), providers, tracing });
      await app.ready();
      await app.startWork();
      console.log(`Running jobs at ${opened.place}. Stop with Ctrl-C.`);
      const failure = await stop.requested;
      await app.close();
      if (failure) console.error(`tradewind: ${failure}`);
      return failure ? 1 : 0;
    } finally {
      await opened.close();
      await tracing?.stop();
    }
  },
};
