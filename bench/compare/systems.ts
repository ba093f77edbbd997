import { join } from "node:path";
import { logIn } from "../checkout/shop.ts";
import { LoadClient } from "../support/client.ts";
import { freePort, type Launched, launch } from "../support/launch.ts";
import type { Postgres } from "../support/postgres.ts";
import { ADMIN } from "../support/server.ts";
import { environmentOfV1, PLAIN, prepareV1, startOfV1, type V1 } from "./v1.ts";

export type Name = "Tradewind" | "v1.20";

/** One of the two. */
export interface System {
  name: Name;
  database: string;
  url: string;
  start(): Promise<Launched>;
}

/**
 * Both as people run them on one machine with the database: production mode, their own defaults (ten database connections of
 * v1, five of Tradewind), their log into a file.
 */
export async function bothSystems(postgres: Postgres, folder: string, kind: V1 = PLAIN): Promise<System[]> {
  return [await tradewindWith(postgres, folder), await v1(postgres, folder, kind)];
}

export const DATABASES = ["tradewind_beside_v1", "v1_beside_tradewind"] as const;

/** Another process on the database of Tradewind, without the cache of catalogue answers. */
export const withoutMemory = (postgres: Postgres, folder: string): Promise<System> =>
  tradewindWith(postgres, folder, { TRADEWIND_ANSWER_MEMORY: "0" });

export async function tradewindWith(
  postgres: Postgres,
  folder: string,
  settings: Record<string, string> = {},
): Promise<System> {
  const [database] = DATABASES;
  const port = await freePort();
  return system("Tradewind", {
    database,
    port,
    words: ["dist/main.js", "start", "--port", String(port), "--no-demo"],
    folder: process.cwd(),
    environment: {
      DATABASE_URL: postgres.urlOf(database),
      TRADEWIND_POOL_SIZE: "5",
      TRADEWIND_DATA_DIR: join(folder, "tradewind"),
      TRADEWIND_ADMIN_EMAIL: ADMIN.email,
      TRADEWIND_ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    },
    log: join(folder, `tradewind${Object.values(settings)}.txt`),
  });
}

async function v1(postgres: Postgres, folder: string, kind: V1): Promise<System> {
  const [, database] = DATABASES;
  const port = await freePort();
  prepareV1(kind, postgres.urlOf(database));
  return system("v1.20", {
    database,
    port,
    words: startOfV1(kind),
    folder: kind.folder,
    environment: { ...environmentOfV1(kind, postgres.urlOf(database)), PORT: String(port) },
    log: join(folder, "v1.txt"),
  });
}

interface Plan {
  database: string;
  port: number;
  words: string[];
  folder: string;
  environment: Record<string, string>;
  log: string;
}

function system(name: Name, { database, port, ...program }: Plan): System {
  const url = `http://127.0.0.1:${port}`;
  return {
    name,
    database,
    url,
    start: () => launch({ name, ...program, url: `${url}/store/products?limit=1` }),
  };
}

export async function visit(url: string): Promise<{ visitor: LoadClient; admin: LoadClient }> {
  const visitor = new LoadClient(url, { "user-agent": "bench" });
  return { visitor, admin: await logIn(visitor, ADMIN) };
}
