import type { Db } from "../../db/database.ts";
import { newerMigrations, pendingMigrations } from "../../db/migrations/migrate.ts";
import { creatorsProblem, publicSchemaOf } from "../../db/schema/public-schema.ts";
import { version } from "../../package-root.ts";
import { type Finding, fail, note, ok } from "./finding.ts";

/** As in package.json. */
const OLDEST_NODE = [20, 12] as const;

export function programFindings(): Finding[] {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split(".").map(Number);
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  return [
    ok("tradewind", `Tradewind ${version}`),
    isOld
      ? fail("node", `Node ${node} is too old`, `Install Node ${OLDEST_NODE.join(".")} or newer.`)
      : ok("node", `Node ${node}`),
  ];
}

export async function postgresFindings(db: Db): Promise<Finding[]> {
  const text = "select current_setting('server_version') as version";
  const [row] = await db.run<{ version: string }>({ text, values: [] });
  return [ok("postgres", `PostgreSQL ${row?.version}`)];
}

export async function schemaFindings(db: Db): Promise<Finding[]> {
  const query = (text: string) => db.pool.query(text);
  const [pending, newer] = [await pendingMigrations(query), await newerMigrations(query)];
  if (newer.length > 0) {
    return [
      fail(
        "schema",
        `The schema is newer than Tradewind ${version}: it has ${newer.join(", ")}`,
        "Install the version that migrated it, or a newer one. Processes that run already continue; a start is refused.",
      ),
    ];
  }
  if (pending.length === 0) return [ok("schema", "The schema is up to date")];
  return [
    note(
      "schema",
      `${pending.length} migrations are pending`,
      "Run: tradewind migrate (the next start migrates, too).",
    ),
  ];
}

// Each connection of Tradewind has the name of its version.
const RUNNING = `select distinct substring(application_name from '^tradewind (\\d\\S*)$') as version
  from pg_stat_activity where datname = current_database() and application_name ~ '^tradewind \\d' order by 1`;

/** Versions that other processes run at this database. */
export async function processFindings(db: Db): Promise<Finding[]> {
  const running = await db.run<{ version: string }>({ text: RUNNING, values: [] });
  const others = running.map((row) => row.version).filter((each) => each !== version);
  if (others.length === 0) return [ok("processes", "No process of another version uses the database")];
  return [
    note(
      "processes",
      `Processes of Tradewind ${others.join(" and ")} use the database beside ${version}`,
      "During an update this is right. Otherwise install the same version everywhere and restart these processes.",
    ),
  ];
}

/** What they have planted already stops every command: see `openConfigured`. */
export async function otherRoleFindings(db: Db): Promise<Finding[]> {
  const problem = creatorsProblem(await publicSchemaOf((text) => db.pool.query(text)));
  return problem
    ? [note("roles", problem.text, problem.remedy)]
    : [ok("roles", "No other role can make functions that run with the rights of the shop")];
}
