import type { Config } from "../../config.ts";
import { type Pooling, poolingOf } from "../../db/connections/pooler.ts";
import { primaryUrlOf } from "../../db/primary/primary.ts";
import { type Finding, fail, ok } from "./finding.ts";

/** Whether connections work as Tradewind uses them. Nothing for a database that does not answer: another check reports it. */
export async function poolerFindings(config: Config): Promise<Finding[]> {
  const { databaseUrl, directUrl } = config;
  if (databaseUrl === undefined) return [];
  const pooling = await poolingAt(databaseUrl).catch(() => null);
  const direct = directUrl === undefined ? null : await poolingAt(directUrl).catch(() => null);
  return [...(pooling?.isShared ? sharedFindings(pooling, config) : []), ...directFindings(direct)];
}

const poolingAt = async (address: string) => poolingOf(await primaryUrlOf(address));

function sharedFindings({ carriesNames }: Pooling, { directUrl, namedStatements }: Config): Finding[] {
  const findings: Finding[] = [];
  if (directUrl === undefined) {
    findings.push(
      fail(
        "pooler",
        "DATABASE_URL leads to a pooler in transaction mode, and there is no direct address",
        "Set DATABASE_DIRECT_URL to the server itself: migrations, jobs and notifications need connections of their own.",
      ),
    );
  }
  if (!carriesNames && namedStatements === "on") {
    findings.push(
      fail(
        "pooler",
        "The pooler does not carry named statements",
        "Set TRADEWIND_NAMED_STATEMENTS=off, or use PgBouncer 1.21 or newer with max_prepared_statements.",
      ),
    );
  }
  return findings.length > 0 ? findings : [ok("pooler", "The pooler and its settings fit together")];
}

const directFindings = (direct: Pooling | null): Finding[] =>
  direct?.isShared
    ? [
        fail(
          "pooler",
          "DATABASE_DIRECT_URL leads to a pooler in transaction mode",
          "Set it to the address of the server itself.",
        ),
      ]
    : [];
