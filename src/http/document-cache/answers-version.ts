import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../config.ts";
import { packageRoot } from "../../package-root.ts";

interface Origin {
  config: Config;
  plugins: readonly { name: string; plugin: { version?: string } }[];
  /** The fields that plugins declare. */
  fields: readonly object[];
}

/** Settings of a process or of its place that no answer about the catalogue depends on. Processes that differ in others share nothing. */
const OF_PROCESS: readonly (keyof Config)[] = [
  "port",
  "host",
  "dataDir",
  "databaseUrl",
  "directUrl",
  "replicaUrls",
  "poolSize",
  "workers",
  "jobs",
  "answerMemory",
  "storedAnswers",
  "logLevel",
  "logFormat",
];

/** Changes with the code of the server, its plugins and its settings: all that an answer depends on besides the database. */
export function answersVersion({ config, plugins, fields }: Origin): string {
  const settings = Object.entries(config).filter(([name]) => !OF_PROCESS.includes(name as keyof Config));
  const parts = [codeVersion(), plugins.map(({ name, plugin }) => [name, plugin.version]), fields, settings];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

function codeVersion(): string {
  const file = fileURLToPath(import.meta.url);
  if (file.startsWith(join(packageRoot, "src"))) return versionOfSource();
  return createHash("sha256").update(readFileSync(file)).digest("base64url");
}

function versionOfSource(): string {
  const folder = join(packageRoot, "src");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const stamps = files.map(({ parentPath, name }) => {
    const { mtimeMs, size } = statSync(join(parentPath, name));
    return [parentPath, name, mtimeMs, size];
  });
  return createHash("sha256").update(JSON.stringify(stamps)).digest("base64url");
}
