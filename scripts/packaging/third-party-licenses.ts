import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";

const HEAD = "Tradewind contains the following packages. Their licences apply to them.\n";

/** The folders of the packages that bundles contain. */
export const bundledPackages = ({ inputs }: Metafile): string[] =>
  Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);

/** The names, versions and licences of packages. Most licences require this. */
export function thirdPartyLicenses(root: string, folders: readonly string[]): string {
  const packages = [...new Set(folders)].map((folder) => packageAt(join(root, folder)));
  const namesByText = new Map<string, Set<string>>();
  for (const { text, name } of packages)
    namesByText.set(text, (namesByText.get(text) ?? new Set()).add(name));
  const entries = [...namesByText].map(([text, names]) => `${[...names].sort().join("\n")}\n\n${text}\n`);
  return [HEAD, ...entries.sort()].join(`\n${"-".repeat(80)}\n`);
}

function packageAt(folder: string) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file ? readFileSync(join(folder, file), "utf8").trim() : "(no licence file in the package)";
  return { name: `${name} ${version}, ${license}`, text };
}
