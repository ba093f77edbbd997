import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

interface Declarations {
  /** A file of settings of the compiler, or a folder that has one. */
  project: string;
  folder: string;
}

/** Writes the types of a project. */
export function writeDeclarations({ project, folder }: Declarations): void {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const options = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly"];
  const words = [compiler, "--project", project, ...options, "--outDir", folder];
  execFileSync(process.execPath, words, { stdio: "inherit" });
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".d.ts")) continue;
    const path = join(folder, name);
    // Every version of the compiler finds the declarations of `./files.js`.
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(/(from "[^"]+)\.ts"/g, '$1.js"'));
  }
}
