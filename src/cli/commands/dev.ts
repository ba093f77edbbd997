import { existsSync, realpathSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { type Config, configFrom } from "../../config.ts";
import { dataFolder } from "../../db/embedded/index.ts";
import { type Command, type Given, optionalText } from "../command.ts";
import { openConfigured } from "../database.ts";
import { Changes } from "../dev/changes.ts";
import { DevServer } from "../dev/dev-server.ts";
import { serverOfDev } from "../dev/server-of-dev.ts";
import { WatchedFiles } from "../dev/watched-files.ts";
import { environmentBeforeFile } from "../environment-file.ts";
import { checkPort } from "../port.ts";
import { listenForStop } from "../stop-signal.ts";
import { asEnvironment, isDemoWanted, runServer } from "./start.ts";

export const dev: Command = {
  name: "dev",
  summary: "Start the server, and restart it when a file of the project or of a plugin changes.",
  details:
    "For those who write plugins. The embedded database goes on running. Files in node_modules, in folders whose name begins with a\n" +
    "dot and in the data folder are not watched.",
  isServer: true,
  options: {
    port: { value: "number", help: "Port, in place of PORT." },
    host: { value: "address", help: "Address, in place of HOST." },
    "no-demo": { help: "Do not load the demo shop at the first start." },
  },
  async run(given) {
    const server = serverOfDev(process.env);
    try {
      const config = configFrom({ ...process.env, ...asEnvironment(given) });
      if (!server) return await runDev(config, given);
      return await runServer(config, { withDemo: isDemoWanted(given), development: server });
    } finally {
      server?.leave();
    }
  },
};

async function runDev(config: Config, given: Given): Promise<number> {
  const stop = listenForStop();
  await checkPort(config);
  const opened = await openConfigured(config, "server");
  opened.onLost((reason) => stop.now(`the embedded database ended: ${reason}`));
  const changes = new Changes();
  const server = new DevServer({ words: ["dev", ...wordsOf(given)], environment: environmentBeforeFile });
  const files = new WatchedFiles(foldersOf(config), {
    ignored: [dataFolder(config.dataDir)],
    onChange: (path) => changes.add(path),
  });
  let isStopping = false;
  const loop = async () => {
    for (let changed: string[] = []; !isStopping; changed = await changes.next())
      await server.replace(changed);
  };
  try {
    const running = loop();
    const failure = await stop.requested;
    isStopping = true;
    changes.stop();
    await server.stop();
    await running;
    if (failure) console.error(`tradewind: ${failure}`);
    return failure ? 1 : 0;
  } finally {
    files.close();
    await opened.close();
  }
}

const wordsOf = (given: Given): string[] => [
  ...["port", "host"].flatMap((name) => {
    const value = optionalText(given, name);
    return value === undefined ? [] : [`--${name}`, value];
  }),
  ...(given["no-demo"] ? ["--no-demo"] : []),
];

/** The project, and plugins that are elsewhere, such as those of a workspace. */
function foldersOf({ plugins }: Config): string[] {
  const root = process.cwd();
  const files = plugins.map((each) => resolve(each)).filter((each) => existsSync(each));
  const others = files
    .map((each) => dirname(realpathSync(each)))
    .filter((each) => each !== root && !each.startsWith(root + sep) && !each.includes("node_modules"));
  return [root, ...others];
}
