import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fillDistroless } from "./base-images.ts";
import { checkout, inContext } from "./context.ts";
import { type CopyStep, readDockerfile, type Stage } from "./dockerfile.ts";
import { checkNamespaces, unshareAs } from "./namespaces.ts";

export interface Image {
  /** The folder of its root file system. */
  root: string;
  environment: Record<string, string>;
  workdir: string;
  settings: Record<string, string>;
  remove(): void;
}

interface Built {
  root: string;
  environment: Record<string, string>;
  workdir: string;
}

/** Carries out the steps of a Dockerfile, each stage in a folder that becomes its root. */
export function buildImage(dockerfile: string): Image {
  checkNamespaces();
  const folder = mkdtempSync(join(tmpdir(), "tradewind-image-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const stages = readDockerfile(readFileSync(join(checkout, dockerfile), "utf8"));
    const roots = new Map<string, string>();
    let built: Built | undefined;
    for (const [index, stage] of stages.entries()) {
      const root = join(folder, stage.name ?? String(index));
      mkdirSync(root);
      if (stage.base.startsWith("gcr.io/distroless/nodejs")) fillDistroless(root);
      built = buildStage(stage, root, roots);
      if (stage.name) roots.set(stage.name, root);
    }
    return { ...built!, settings: stages.at(-1)!.settings, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function buildStage(stage: Stage, root: string, roots: Map<string, string>): Built {
  let workdir = "/";
  let environment: Record<string, string> = {};
  for (const step of stage.steps) {
    if (step.kind === "workdir") {
      workdir = resolve(workdir, step.folder);
      mkdirSync(join(root, workdir), { recursive: true });
    } else if (step.kind === "env") environment = { ...environment, ...step.values };
    else if (step.kind === "copy") copy(step, { root, workdir, roots });
    else runOnThisSystem(step.command, { root, workdir, environment });
  }
  return { root, environment, workdir };
}

interface Target {
  root: string;
  workdir: string;
  roots: Map<string, string>;
}

/** As COPY does: the content of a folder, and a file under its own name if the target is a folder. */
function copy({ from, owner, sources, target }: CopyStep, { root, workdir, roots }: Target): void {
  const place = join(root, resolve(workdir, target));
  const isFolder = target.endsWith("/") || target === ".";
  for (const source of sources) {
    const path = from === null ? inContext(source) : join(roots.get(from)!, source);
    const isFile = !statSync(path).isDirectory();
    const to = isFile && isFolder ? join(place, basename(source)) : place;
    mkdirSync(isFile ? resolve(to, "..") : to, { recursive: true });
    const content = isFile ? path : `${path}/.`;
    execFileSync("cp", ["-R", "-P", "--preserve=mode,timestamps,links", content, to]);
    if (owner !== null && process.getuid?.() === 0) execFileSync("chown", ["-R", owner, to]);
  }
}

/** The folders of this system that stand for a base image. Programs in a stage can read them. */
const SYSTEM = ["bin", "etc", "home", "lib", "lib32", "lib64", "opt", "root", "sbin", "usr", "var"];

const ENTER = `set -eu
root=$1 workdir=$2 cache=$3 command=$4
shift 4
mount --bind "$root" "$root"
for name do
  mkdir -p "$root/$name"
  mount --rbind "/$name" "$root/$name"
  mount -o remount,bind,ro "$root/$name"
done
mkdir -p "$root/tmp" "$root/dev" "$root/proc"
mount -t tmpfs tmpfs "$root/tmp"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mkdir -p "$root$cache"
mount --bind "$cache" "$root$cache"
exec unshare --root "$root" --wd "$workdir" /bin/sh -c "$command"
`;

/** Of the caller's environment only what npm needs to reach its registry. */
const PASSED = /^(HOME|PATH|NODE_EXTRA_CA_CERTS|npm_config_registry|(https?|no)_proxy)$/i;

function runOnThisSystem(command: string, { root, workdir, environment }: Built): void {
  const cache = execFileSync("npm", ["config", "get", "cache"], { encoding: "utf8", cwd: "/" }).trim();
  mkdirSync(cache, { recursive: true });
  const present = SYSTEM.filter((name) => existsSync(join("/", name)));
  const [links, folders] = partition(present, (name) => lstatSync(join("/", name)).isSymbolicLink());
  for (const name of links) execFileSync("cp", ["-P", "-f", join("/", name), root]);
  const passed = Object.entries(process.env).filter(([name]) => PASSED.test(name));
  execFileSync(
    "unshare",
    [...unshareAs(0), "/bin/sh", "-c", ENTER, "sh", root, workdir, cache, command, ...folders],
    { env: { ...Object.fromEntries(passed), ...environment }, stdio: ["ignore", "pipe", "pipe"] },
  );
}

const partition = (names: string[], test: (name: string) => boolean): [string[], string[]] => [
  names.filter(test),
  names.filter((name) => !test(name)),
];
