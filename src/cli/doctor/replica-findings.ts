import type { Config } from "../../config.ts";
import { type Db, openDatabase } from "../../db/database.ts";
import { nameOf, SYSTEM } from "../../db/replicas/replica.ts";
import { type Finding, fail, note, ok } from "./finding.ts";

/** One file of the log. It takes more than a moment to replay. */
const FAR_BEHIND = 16 * 1024 * 1024;

/** For each replica: whether it is a replica of this database, and its lag. */
export const replicaFindings = async (primary: Db, { replicaUrls }: Config): Promise<Finding[]> =>
  Promise.all(replicaUrls.map((url) => replicaFinding(primary, url)));

async function replicaFinding(primary: Db, url: string): Promise<Finding> {
  const replica = openDatabase({ url, poolSize: 1, namedStatements: false });
  const name = nameOf(url);
  try {
    return await compared({ primary, replica, name });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return fail("replica", `The replica ${name} does not answer`, message || (code ?? "no answer"));
  } finally {
    await replica.close();
  }
}

async function compared({ primary, replica, name }: { primary: Db; replica: Db; name: string }) {
  const replicaState =
    "select pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn() - '0/0'::pg_lsn as place";
  const now = "select pg_current_wal_flush_lsn() - '0/0'::pg_lsn as place";
  const [own] = await primary.run<{ place: unknown }>({ text: now, values: [] });
  const [state] = await replica.run<{ is_replica: boolean; place: unknown }>({
    text: replicaState,
    values: [],
  });
  if (!state?.is_replica) {
    return fail(
      "replica",
      `${name} is not a replica`,
      "It is never used; remove it from DATABASE_REPLICA_URLS.",
    );
  }
  const systems = await Promise.all([primary.run(SYSTEM), replica.run(SYSTEM)]);
  if (systems[0][0]?.["system"] !== systems[1][0]?.["system"]) {
    return fail(
      "replica",
      `${name} is a replica of another database`,
      "It is never used; check its address.",
    );
  }
  const behind = Math.max(0, Number(own?.place) - Number(state.place));
  if (behind <= FAR_BEHIND) return ok("replica", `The replica ${name} follows, ${behind} bytes behind`);
  return note(
    "replica",
    `The replica ${name} is ${(behind / 1024 / 1024).toFixed(0)} MB behind`,
    "Until it has caught up, the primary answers instead. Check its disk, and queries that hold up its replay.",
  );
}
