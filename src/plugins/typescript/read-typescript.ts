import { register } from "node:module";
import { hooks } from "./hooks.ts";

let isInstalled = false;

/**
 * Lets plugins be TypeScript. Newer versions of Node remove types by themselves; for the others esbuild does it while a file is
 * imported.
 */
export function readTypeScript(): void {
  const { typescript } = process.features as { typescript?: string | false };
  if (typescript || isInstalled) return;
  isInstalled = true;
  register(`data:text/javascript,${encodeURIComponent(hooks)}`, {
    data: { esbuild: import.meta.resolve("esbuild") },
  });
  // So that stack traces name the lines of the TypeScript.
  process.setSourceMapsEnabled(true);
}
