import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../../support/time/until.ts";
import type { Image } from "./build-image.ts";
import { accountFlags, enterFlags, unshareAs } from "./namespaces.ts";

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

// The root cannot be written to. /tmp and /dev/shm are in memory, as with `docker run --read-only --tmpfs /tmp`.
const ENTER = `set -eu
root=$1 place=$2 volume=$3
shift 3
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
mkdir -m 1777 "$root/dev/shm"
for name in null zero random urandom; do
  touch "$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
mount --bind "$volume" "$root$place"
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs unshare --root "$root" "$@"
`;

export interface Volume {
  folder: string;
  remove(): void;
}

/** A folder for the data of containers. Docker makes a named volume with the content and the owner in the image. */
export function aVolume({ root, settings }: Image): Volume {
  const parent = mkdtempSync(join(tmpdir(), "tradewind-volume-"));
  const folder = join(parent, "data");
  execFileSync("cp", ["-a", join(root, settings["VOLUME"]!), folder]);
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

interface Ended {
  code: number | string;
  output: string;
}

export interface Container {
  output(): string;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  /** Sends a signal to its first process. */
  signal(name: NodeJS.Signals): void;
  /** Runs another command in it, as `docker exec` does. */
  exec(words: string[]): Promise<Ended>;
}

interface Run {
  volume: Volume;
  environment?: Record<string, string>;
  /** In place of CMD. */
  words?: string[];
}

const exec = (setting: string | undefined): string[] => JSON.parse(setting!) as string[];

/** Runs an image as its user, without capabilities, with a root that cannot be written to, in the network of this machine. */
export async function runImage(image: Image, { volume, environment = {}, words }: Run): Promise<Container> {
  const { root, workdir, settings } = image;
  const uid = Number.parseInt(settings["USER"]!, 10);
  const env = { PATH, HOME: "/home/nonroot", ...image.environment, ...environment };
  const entrypoint = exec(settings["ENTRYPOINT"]);
  const place = [root, settings["VOLUME"]!, volume.folder, "--wd", workdir, ...accountFlags(uid), "--"];
  const command = [...entrypoint, ...(words ?? exec(settings["CMD"]))];
  const enter = [...unshareAs(uid), "/bin/sh", "-c", ENTER, "sh", ...place, ...command];
  const first = started("unshare", enter, env);
  await until(() => first.hasEnded() || commandOf(childOf(first.pid)).startsWith(entrypoint.join("\0")));
  return {
    output: first.output,
    ended: first.ended,
    signal: (name) => void process.kill(childOf(first.pid), name),
    async exec(other) {
      const flags = [...enterFlags(childOf(first.pid)), ...accountFlags(uid)];
      const entered = started("nsenter", [...flags, "--", ...other], env);
      return { code: await entered.ended, output: entered.output() };
    },
  };
}

const childOf = (pid: number) =>
  Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"), 10);

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

function started(program: string, words: string[], env: Record<string, string>) {
  const child = spawn(program, words, { env, cwd: "/", stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  const ended = new Promise<number | string>((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve(code ?? signal ?? 0));
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  return { pid: child.pid!, ended, hasEnded, output: () => output };
}
