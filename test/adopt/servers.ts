import { spawn } from "node:child_process";
import { join } from "node:path";
import { environmentOfV1, startOfV1, type V1 } from "../../bench/compare/v1.ts";
import { freePort, launch } from "../../bench/support/launch.ts";
import { ADMIN } from "../../bench/support/server.ts";
import { Api } from "./api.ts";

/** v1 or Tradewind while it runs. */
export interface Running {
  url: string;
  visitor: Api;
  admin: Api;
  log: string;
  stop(): Promise<void>;
}

/** Where the processes of this run write. */
export interface Place {
  folder: string;
}

let number = 0;
const logIn = ({ folder }: Place, name: string): string => join(folder, `${name}-${++number}.txt`);

/** v1 on a database; as another role than the one of the address if it is named. */
export async function startV1(
  place: Place,
  kind: V1,
  { url: databaseUrl, role }: { url: string; role?: string },
): Promise<Running> {
  const port = await freePort();
  return running("v1.20", {
    port,
    words: startOfV1(kind),
    folder: kind.folder,
    // Its stale answers are not what is compared.
    environment: {
      ...environmentOfV1(kind, databaseUrl),
      PORT: String(port),
      V1_CACHE_SECONDS: "0",
      ...(role && { PGOPTIONS: `-c role=${role}` }),
    },
    log: logIn(place, "v1"),
  });
}

export const environmentOfTradewind = (place: Place, databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  TRADEWIND_DATA_DIR: join(place.folder, "tradewind"),
  TRADEWIND_POOL_SIZE: "5",
});

export async function startTradewind(place: Place, databaseUrl: string): Promise<Running> {
  const port = await freePort();
  return running("Tradewind", {
    port,
    words: ["dist/main.js", "start", "--port", String(port), "--no-demo"],
    folder: process.cwd(),
    environment: environmentOfTradewind(place, databaseUrl),
    log: logIn(place, "tradewind"),
  });
}

interface Plan {
  port: number;
  words: string[];
  folder: string;
  environment: Record<string, string>;
  log: string;
}

async function running(name: string, { port, ...program }: Plan): Promise<Running> {
  const url = `http://127.0.0.1:${port}`;
  const { stop } = await launch({ name, ...program, url: `${url}/store/regions` });
  const visitor = new Api(url);
  try {
    return { url, visitor, admin: await visitor.as("admin", ADMIN), log: program.log, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

/** A command of Tradewind as a process. */
export function tradewind(
  place: Place,
  databaseUrl: string,
  words: readonly string[],
): { ended: Promise<Ended>; kill(): void } {
  const child = spawn(process.execPath, ["dist/main.js", ...words], {
    env: { ...process.env, ...environmentOfTradewind(place, databaseUrl) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const ended = new Promise<Ended>((resolve) =>
    child.once("close", (code, signal) => resolve({ code, signal, output })),
  );
  return { ended, kill: () => void child.kill("SIGKILL") };
}
