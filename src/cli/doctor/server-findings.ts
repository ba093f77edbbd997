import type { Db } from "../../db/database.ts";
import { ServerProbe } from "../../db/primary/server-state.ts";
import { nameOf } from "../../db/replicas/replica.ts";
import { type Finding, fail, note, ok } from "./finding.ts";

const TIMEOUT = 5_000;

/** Where DATABASE_URL names several servers: whether each of them could take over, and what would be lost. */
export async function serverFindings(db: Db): Promise<Finding[]> {
  const { primary } = db;
  const servers = primary.isOneOfSeveral ? await Promise.all(primary.urls.map(serverFinding)) : [];
  return [...servers, ...(await standbyFindings(db, primary.isOneOfSeveral))];
}

async function serverFinding(url: string): Promise<Finding> {
  const probe = new ServerProbe(url);
  const state = await probe.ask(TIMEOUT);
  probe.close();
  const name = nameOf(url);
  if (!state) {
    return fail(
      "servers",
      `The database server ${name} does not answer`,
      "It cannot take over. Check its address, its login and pg_hba.conf, or remove it from DATABASE_URL.",
    );
  }
  if (state.isStandby) return ok("servers", `The database server ${name} is a standby`);
  if (state.takesWrites) return ok("servers", `The database server ${name} is the primary`);
  return fail(
    "servers",
    `The database server ${name} is not a standby, and takes no changes`,
    "Its transactions are read-only: see default_transaction_read_only.",
  );
}

interface Replication {
  standbys: number;
  synchronous: string;
  commit: string;
}

const REPLICATION = `select (select count(*) from pg_stat_get_wal_senders() where state = 'streaming') as standbys,
  current_setting('synchronous_standby_names') as synchronous, current_setting('synchronous_commit') as commit`;

async function standbyFindings(db: Db, isWanted: boolean): Promise<Finding[]> {
  const [found] = await db.run<Replication>({ text: REPLICATION, values: [] });
  if (!found || (!isWanted && found.standbys === 0 && found.synchronous === "")) return [];
  const { standbys, synchronous, commit } = found;
  if (standbys === 0) {
    return [
      fail(
        "standby",
        "No standby follows the primary",
        "No server can take over without losing what was sold since. Check the standbys and pg_stat_replication.",
      ),
    ];
  }
  if (synchronous === "") {
    return [
      note(
        "standby",
        `${standbys === 1 ? "One standby follows" : `${standbys} standbys follow`} asynchronously`,
        "The last acknowledged orders can be lost at a failover. Set synchronous_standby_names: see docs/guides/high-availability.md.",
      ),
    ];
  }
  if (["off", "local"].includes(commit)) {
    return [
      fail(
        "standby",
        `synchronous_commit is ${commit}, so no commit waits for the synchronous standby`,
        "Acknowledged orders can be lost at a failover. Set it to on.",
      ),
    ];
  }
  return [ok("standby", `Commits wait for a synchronous standby (${synchronous})`)];
}
