import { readFileSync } from "node:fs";
import { type Db, openDatabase } from "../../../src/db/database.ts";
import { Client } from "../clients/client.ts";
import { ADMIN, JWT_SECRET } from "../fixtures/credentials.ts";
import { freshDatabase } from "../postgres/fresh-database.ts";
import { type Program, tradewind } from "./process.ts";

/** Processes of the built server on one database, as behind a load balancer. */
export interface Servers {
  db: Db;
  admin: Client;
  /** An administrator at the first, the second, … process. */
  adminAt(index: number): Promise<Client>;
  /** A visitor of the first, the second, … process, and from the beginning again. */
  visitor(index: number): Client;
  /** What the processes have printed. */
  output(): string;
  /** Ends the processes; rejects when one of them logged a fault of its own. */
  close(): Promise<void>;
}

export const environmentOn = (databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  PORT: "0",
  LOG_LEVEL: "error",
  TRADEWIND_JWT_SECRET: JWT_SECRET,
  TRADEWIND_ADMIN_EMAIL: ADMIN.email,
  TRADEWIND_ADMIN_PASSWORD: ADMIN.password,
});

/** As a table for people, or as a line of JSON. */
const ADDRESS = /API\s+(\S+)|"api":"([^"]+)"/;

export async function urlOf(program: Program): Promise<string> {
  const [, shown, logged] = await program.printed(ADDRESS);
  return (shown ?? logged)!;
}

/** The generated password of the first user; undefined if the start names none. */
export async function firstPasswordOf(program: Program): Promise<string | undefined> {
  await urlOf(program);
  const [, shown, file] = /Password {4}(\S{16}) {3}|"password_file":"([^"]+)"/.exec(program.output()) ?? [];
  return shown ?? (file && readFileSync(file, "utf8").trim());
}

export async function adminOf(url: string): Promise<Client> {
  const admin = new Client(url);
  const { status, body } = await admin.post("/admin/auth", ADMIN);
  if (status !== 200) throw new Error(body.message);
  return admin;
}

/** The errors that a process logged, without its output at the start. */
export const faultsOf = (program: Program): string[] =>
  program
    .output()
    .split("\n")
    .filter((line) => /^\{"level":[56]0/.test(line));

export async function startServers(
  count: number,
  environment: Record<string, string> = {},
): Promise<Servers> {
  const database = await freshDatabase();
  const programs = Array.from({ length: count }, () =>
    tradewind(["start"], { ...environmentOn(database.url), ...environment }),
  );
  const urls = await Promise.all(programs.map(urlOf));
  const db = openDatabase({ url: database.url, poolSize: 2 });
  return {
    db,
    admin: await adminOf(urls[0]!),
    adminAt: (index) => adminOf(urls[index % count]!),
    output: () => programs.map((program) => program.output()).join("\n"),
    visitor: (index) => new Client(urls[index % count]!),
    async close() {
      await db.close();
      for (const program of programs) program.process.kill("SIGTERM");
      await Promise.all(programs.map(({ ended }) => ended));
      await database.drop();
      const faults = programs.flatMap(faultsOf);
      if (faults.length > 0) throw new Error(`the servers logged faults:\n${faults.join("\n")}`);
    },
  };
}
