import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const checkout = fileURLToPath(new URL("../../..", import.meta.url));

/** The files and folders that `.dockerignore` lets through. It ignores everything else. */
export function sentToBuilder(): string[] {
  const lines = readFileSync(join(checkout, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const [everything, ...exceptions] = lines;
  if (everything !== "*" || !exceptions.every((line) => /^![\w./-]+$/.test(line)))
    throw new Error(".dockerignore must ignore everything, and then name what the builder gets");
  return exceptions.map((line) => line.slice(1));
}

/** The path of a file of the checkout; throws if the builder does not get it. */
export function inContext(path: string): string {
  const isSent = sentToBuilder().some((sent) => path === sent || path.startsWith(`${sent}/`));
  if (!isSent) throw new Error(`COPY ${path}: .dockerignore keeps it from the builder`);
  return join(checkout, path);
}
