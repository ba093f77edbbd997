import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { nextVersion, unreleasedNotes, withRelease } from "./releasing/changelog.ts";

// npm run release [-- --version 1.2.3]: prepares the commit of a version. See docs/releases.md.
const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const read = (name: string) => readFileSync(pathOf(name), "utf8");

const { values } = parseArgs({ options: { version: { type: "string" } } });
const changelog = read("CHANGELOG.md");
const { version: current } = JSON.parse(read("package.json"));
const version = values.version ?? nextVersion(current, unreleasedNotes(changelog));
const date = new Date().toISOString().slice(0, 10);

writeFileSync(pathOf("CHANGELOG.md"), withRelease(changelog, { version, date }));
for (const name of ["package.json", "package-lock.json", "packages/create-tradewind/package.json"]) {
  const manifest = JSON.parse(read(name));
  if (manifest.packages) manifest.packages[""].version = version;
  writeFileSync(pathOf(name), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
}
console.log(`Prepared ${version}. Read CHANGELOG.md, then:

  npm run generate && npm run check
  git commit --all --message "chore: release ${version}" && git tag v${version}
  npm run package
  npm publish build/tradewind-${version}.tgz && npm publish build/create-tradewind-${version}.tgz \\
    && npm publish build/tradewind-client-${version}.tgz`);
