/**
 * Runs in the thread of Node's module loader, which takes a module and no function. As text, because the server is one file
 * (docs/adr/0009-one-file.md).
 */
export const hooks = `
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

let esbuild;

export function initialize(data) {
  esbuild = data.esbuild;
}

export async function load(url, context, next) {
  if (!/^file:[^?#]*\\.m?ts([?#]|$)/.test(url) || url.includes("/node_modules/")) return next(url, context);
  const { transform } = await import(esbuild);
  const { code } = await transform(await readFile(fileURLToPath(url), "utf8"), {
    loader: "ts",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    sourcefile: url,
  });
  return { format: "module", source: code, shortCircuit: true };
}
`;
