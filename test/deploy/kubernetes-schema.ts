import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Manifest } from "./manifests.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const modelOf = ({ apiVersion, kind }: Manifest) => `kubernetes-models/${apiVersion}/${kind}`;

/** Checks required fields and values by the schema of Kubernetes. Throws with the path of a mistake. */
export async function checkValues(manifest: Manifest): Promise<void> {
  const models = await import(modelOf(manifest));
  new models[manifest.kind](manifest).validate();
}

/** Mistakes by the types of Kubernetes. They find misspelt fields, which the schema allows. */
export function fieldMistakes(manifests: Manifest[]): string {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-manifests-"));
  try {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "manifests.ts"), manifests.map(typed).join("\n"));
    const flags = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--pretty", "false"];
    execFileSync(join(root, "node_modules/.bin/tsc"), [...flags, "manifests.ts"], { cwd: folder });
    return "";
  } catch (error) {
    const { stdout } = error as { stdout?: Buffer };
    if (!stdout) throw error;
    return String(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const typed = (manifest: Manifest, index: number) =>
  `import type { I${manifest.kind} as Kind${index} } from "${modelOf(manifest)}";\n` +
  `export const manifest${index}: Kind${index} = ${JSON.stringify(manifest, null, 2)};`;
