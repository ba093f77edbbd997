import { execFileSync, spawnSync } from "node:child_process";
import { lstatSync } from "node:fs";
import path from "node:path";
import { EmbeddedProblem } from "./problem.ts";

/** The user PostgreSQL runs as. It refuses root, so root switches to an unprivileged one. */
export interface Runner {
  uid: number;
  gid: number;
  switched: boolean;
}

const NOBODY = 65534;

export const isRoot = () => process.getuid?.() === 0;

/** Options for spawn. The working directory must be one that the other user can enter. */
export const asRunner = (runner: Runner) =>
  runner.switched ? { uid: runner.uid, gid: runner.gid, cwd: "/" } : { cwd: "/" };

/**
 * Data that exists decides: a user `postgres` that appears later (a package was installed)
 * must not lock a shop out of the data that `nobody` has written.
 */
export function chooseRunner(data: string): Runner {
  const owner = lstatSync(data, { throwIfNoEntry: false });
  if (!isRoot()) return ownUser(data, owner?.uid);
  if (owner?.uid === 0) {
    throw new EmbeddedProblem(
      `${data} belongs to root, and PostgreSQL refuses to run as root. ` +
        `Give it to an unprivileged user: chown -R ${findUser("postgres") ? "postgres" : "nobody"} ${data}`,
    );
  }
  if (owner) return { uid: owner.uid, gid: owner.gid, switched: true };
  return findUser("postgres") ?? findUser("nobody") ?? { uid: NOBODY, gid: NOBODY, switched: true };
}

function ownUser(data: string, owner: number | undefined): Runner {
  const uid = process.getuid?.() ?? NOBODY;
  if (owner !== undefined && owner !== uid) {
    throw new EmbeddedProblem(
      `${data} belongs to another user (uid ${owner}, this is uid ${uid}). ` +
        "Run Tradewind as that user, or choose another folder with TRADEWIND_DATA_DIR.",
    );
  }
  return { uid, gid: process.getgid?.() ?? NOBODY, switched: false };
}

// `id` and not /etc/passwd: accounts may come from a directory service.
function findUser(name: string): Runner | null {
  const ask = (flag: string) =>
    Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  try {
    // On macOS `nobody` is printed as -2, the system calls want it unsigned.
    return { uid: ask("-u") >>> 0, gid: ask("-g") >>> 0, switched: true };
  } catch {
    return null;
  }
}

/** The first folder on the path that the runner cannot enter. The kernel decides, because of ACLs. */
export function findClosedFolder(folder: string, runner: Runner): string | null {
  if (!runner.switched) return null;
  const way = [folder];
  while (path.dirname(way[0]!) !== way[0]) way.unshift(path.dirname(way[0]!));
  const script = 'for d do cd "$d" 2>/dev/null || { printf %s "$d"; exit 1; }; done';
  const tried = spawnSync("/bin/sh", ["-c", script, "sh", ...way], { ...asRunner(runner), encoding: "utf8" });
  if (tried.error) throw tried.error;
  return tried.status === 0 ? null : tried.stdout;
}
