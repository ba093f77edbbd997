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
 * PostgreSQL knows from the system which account is at the other end of a socket, and only the one that Tradewind runs as may
 * come in. The account that PostgreSQL itself runs as, which for root is one that others may use as well, may not. Shops
 * that were made before this was so are changed by their next start; what people have added themselves stays.
 */
export function closeToOthers({ data, runner }: Place): void {
  const files = accessFiles(data);
  const replace = (file: string, text: string) => {
    // The folder belongs to another account: a link that it puts there must not lead us to other files.
    const whole = `${file}.${randomUUID()}`;
    writeFileSync(whole, text, { flag: "wx", mode: 0o600 });
    chmodSync(whole, 0o600);
    if (runner.switched) chownSync(whole, runner.uid, runner.gid);
    renameSync(whole, file);
  };
  replace(files.ident_file, `${MAP} "${accountName().replaceAll('"', '""')}" ${SUPERUSER}\n`);
  replace(files.hba_file, [ONLY_US, ...ownRules(files.hba_file)].map((line) => `${line}\n`).join(""));
}

const OPEN_OR_OURS = /^\s*(#|$|local\s+all\s+\S+\s+(trust\s*$|peer\s+map=tradewind\s*$))/;

/** What people have added. */
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
