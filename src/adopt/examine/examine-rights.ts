import { migrationObstacle } from "../../db/schema/rights.ts";
import { majorVersionOf, versionProblem } from "../../db/schema/server-version.ts";
import type { Finding } from "../finding.ts";
import { quoted } from "../sql.ts";
import { counted, type Examination, listed, stop, warning } from "./examination.ts";

export async function examineRights(examination: Examination): Promise<Finding[]> {
  const owners = await ownerFindings(examination);
  return [...owners, ...(await serverFindings(examination)), ...(await activityFindings(examination))];
}

interface Server {
  encoding: string;
  is_read_only: boolean;
}

const SERVER = `select pg_encoding_to_char(encoding) as encoding,
  coalesce((select bool_or(setting = 'default_transaction_read_only=on') from pg_db_role_setting, unnest(setconfig) setting
    where setdatabase in (0, d.oid) and setrole in (0, (select oid from pg_roles where rolname = current_user))), false)
  as is_read_only from pg_database d where datname = current_database()`;

async function serverFindings({ rows }: Examination): Promise<Finding[]> {
  const query = async (text: string) => ({ rows: (await rows<unknown>("rights", text)) ?? [] });
  const tooOld = versionProblem(await majorVersionOf(query));
  const obstacle = await migrationObstacle(query);
  const [server] = (await rows<Server>("encoding", SERVER)) ?? [];
  return [
    ...(tooOld ? [stop("postgres_too_old", `${capitalised(tooOld)}.`)] : []),
    ...(obstacle ? [stop("rights_missing", capitalised(obstacle))] : []),
    ...(server && server.encoding !== "UTF8"
      ? [stop("encoding", `The encoding of the database is ${server.encoding}; Tradewind needs UTF8.`)]
      : []),
    ...(server?.is_read_only
      ? [stop("read_only", "Transactions of this role or database are read-only by default; change that.")]
      : []),
  ];
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const OWNERS = `select pg_get_userbyid(relowner) as owner, pg_has_role(relowner, 'member') as may_act,
    relowner = (select oid from pg_roles where rolname = current_user) as is_self, array_agg(relname::text order by relname) as tables
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any($1)
  group by relowner order by 1`;

interface Owner {
  owner: string;
  may_act: boolean;
  is_self: boolean;
  tables: string[];
}

/** Only the owner of a table may add columns, indexes and triggers. What follows is examined with the rights of the owner. */
async function ownerFindings({ rows, target }: Examination): Promise<Finding[]> {
  const names = target.v1.tables.map(({ name }) => name);
  const owners = (await rows<Owner>("owners", OWNERS, [names])) ?? [];
  const [first] = owners;
  if (owners.length > 1) return [severalOwners(owners)];
  if (!first || first.is_self) return [];
  if (first.may_act) {
    await rows("owners", `set local role ${quoted(first.owner)}`);
    return [];
  }
  return [
    stop("not_owner", `The tables of v1 belong to the role ${first.owner}. Connect as that role.`, {
      owner: first.owner,
    }),
  ];
}

const severalOwners = (owners: readonly Owner[]) =>
  stop(
    "several_owners",
    `The tables of v1 belong to several roles: ${owners.map(({ owner, tables }) => `${owner} (${listed(tables)})`).join("; ")}. Give them all to the role of v1.`,
    { owners: owners.map(({ owner }) => owner) },
  );

interface Activity {
  free: number;
  long: number;
  oldest_minutes: number | null;
  prepared: number;
  logical: number;
}

// Reserved connections are for superusers only.
const ACTIVITY = `
  select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as free,
    count(*) filter (where xact_start < now() - interval '1 minute')::int as long,
    (extract(epoch from now() - min(xact_start)) / 60)::int as oldest_minutes,
    (select count(*)::int from pg_prepared_xacts where database = current_database()) as prepared,
    (select count(*)::int from pg_replication_slots where slot_type = 'logical' and database = current_database()) as logical
  from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;

/** `tradewind adopt --yes` has one connection, Tradewind at least these. */
const NEEDED_CONNECTIONS = 15;

async function activityFindings({ rows }: Examination): Promise<Finding[]> {
  const [found] = (await rows<Activity>("activity", ACTIVITY)) ?? [];
  if (!found) return [];
  const { free, long, oldest_minutes, prepared, logical } = found;
  return [
    ...(free < NEEDED_CONNECTIONS
      ? [
          warning(
            "few_connections",
            `${counted(Math.max(free, 0), "connection")} of max_connections left. One process of Tradewind beside v1 needs about ${NEEDED_CONNECTIONS}.`,
            { free },
          ),
        ]
      : []),
    ...(long > 0 || prepared > 0
      ? [
          warning(
            "long_transactions",
            `${counted(long + prepared, "transaction of others is", "transactions of others are")} open for more than a minute (the oldest for ${oldest_minutes ?? 0} minutes). Indexes are complete, and tables are locked, only when they have ended.`,
            { long, prepared, oldestMinutes: oldest_minutes },
          ),
        ]
      : []),
    ...(logical > 0
      ? [
          warning(
            "logical_replication",
            `${counted(logical, "slot")} of logical replication: it does not carry changes of the schema, so the subscribers must be changed too.`,
            { slots: logical },
          ),
        ]
      : []),
  ];
}
