import { randomUUID } from "node:crypto";
import { chmodSync, chownSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { SUPERUSER } from "./cluster.ts";
import type { Place } from "./folders.ts";
import { EmbeddedProblem } from "./problem.ts";

const MAP = "tradewind";
const ONLY_US = `local all ${SUPERUSER} peer map=${MAP}`;

export const accessFiles = (data: string) => ({
  hba_file: path.join(data, "pg_hba.conf"),
  ident_file: path.join(data, "pg_ident.conf"),
});

/**
 * PostgreSQL gets the account of a socket client from the system. Only the account that runs Tradewind may connect. The
 * account that runs PostgreSQL may not: for root it is an account that other programs may use as well. The next start adds
 * the rule to older shops. Rules that admins have added stay.
 */
export function restrictAccess({ data, runner }: Place): void {
  const files = accessFiles(data);
  const replace = (file: string, text: string) => {
    // The folder belongs to another account: a link that it puts there must not lead us to other files.
    const draft = `${file}.${randomUUID()}`;
    writeFileSync(draft, text, { flag: "wx", mode: 0o600 });
    chmodSync(draft, 0o600);
    if (runner.switched) chownSync(draft, runner.uid, runner.gid);
    renameSync(draft, file);
  };
  replace(files.ident_file, `${MAP} "${accountName().replaceAll('"', '""')}" ${SUPERUSER}\n`);
  replace(files.hba_file, [ONLY_US, ...ownRules(files.hba_file)].map((line) => `${line}\n`).join(""));
}

const OPEN_OR_OURS = /^\s*(#|$|local\s+all\s+\S+\s+(trust\s*$|peer\s+map=tradewind\s*$))/;

/** The rules that admins have added. */
function ownRules(file: string): string[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => !OPEN_OR_OURS.test(line));
}

function accountName(): string {
  try {
    return os.userInfo().username;
  } catch (cause) {
    throw new EmbeddedProblem(
      `The account that Tradewind runs as (uid ${process.getuid?.()}) has no name, and the embedded database lets ` +
        "no one in without one. Give it a line in /etc/passwd, or set DATABASE_URL to use a PostgreSQL of your own.",
      { cause },
    );
  }
}
