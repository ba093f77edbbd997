import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { version } from "../../package-root.ts";
import type { Plugin } from "../plugin.ts";

/** The files of a plugin's part of the dashboard, as they were at the start. */
export interface DashboardFiles {
  /** Digest of the contents. It is a part of the address, so that browsers can store the files for good. */
  hash: string;
  /** The path of the file that declares the parts. */
  entry: string;
  /** By their paths in the folder, with `/`. Nothing else can be imported or requested. */
  files: ReadonlyMap<string, Buffer>;
}

/** What modules are made of. */
export const SOURCES = [".tsx", ".ts", ".jsx", ".mjs", ".js", ".mts", ".json"];

/** What is served as it is. */
export const STATIC_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".woff2": "font/woff2",
};

const ENTRIES = ["index.tsx", "index.ts", "index.jsx", "index.mjs", "index.js"];
const MAX_BYTES = 10 * 1024 * 1024;

/** Reads the folder. A wrong one is an error, which stops the start; null for a plugin without parts in the dashboard. */
export function readDashboardFiles({ dashboard }: Pick<Plugin, "dashboard">): DashboardFiles | null {
  if (dashboard === undefined) return null;
  const isNamed = "entry" in dashboard;
  const given = fileURLToPath((isNamed ? dashboard.entry : dashboard).href);
  const folder = isNamed ? join(given, "..") : given;
  const files = filesOf(folder);
  const candidates = isNamed ? [basename(given)] : ENTRIES;
  const found = candidates.filter((name) => files.has(name));
  if (found.length === 0)
    throw new Error(`dashboard: there is no file ${candidates.join(" or ")} in ${folder}`);
  if (found.length > 1)
    throw new Error(`dashboard: ${found.join(" and ")} are in ${folder}: name one as entry`);
  return { hash: hashOf(files), entry: found[0]!, files };
}

function filesOf(folder: string): Map<string, Buffer> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`dashboard: there is no folder ${folder}`);
  const files = new Map<string, Buffer>();
  let bytes = 0;
  for (const path of pathsIn(folder)) {
    const content = readFileSync(join(folder, path));
    bytes += content.length;
    if (bytes > MAX_BYTES) throw new Error(`dashboard: ${folder} has more than ${MAX_BYTES} bytes`);
    files.set(path.replaceAll(sep, "/"), content);
  }
  return files;
}

/** Of known types. Links to other places, hidden files and packages are left out. */
function pathsIn(folder: string, below = ""): string[] {
  const entries = readdirSync(join(folder, below), { withFileTypes: true });
  return entries
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .flatMap((entry) => {
      const path = join(below, entry.name);
      if (entry.isDirectory()) return pathsIn(folder, path);
      return entry.isFile() && isKnown(entry.name) ? [path] : [];
    })
    .sort();
}

const isKnown = (name: string) =>
  SOURCES.includes(extname(name)) || Object.hasOwn(STATIC_TYPES, extname(name));

/** Another version of Tradewind compiles the same files to others. */
function hashOf(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash("sha256").update(version);
  for (const [path, content] of files) hash.update(`\0${path}\0${content.length}\0`).update(content);
  return hash.digest("hex").slice(0, 16);
}
