import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

const packageJson = JSON.parse(read("package.json")) as Record<string, Record<string, string>>;
const versions = Object.entries({
  ...packageJson["dependencies"],
  ...packageJson["devDependencies"],
  ...packageJson["optionalDependencies"],
});
const isExact = (version: string) => /^\d/.test(version);
const exceptions = [
  ...versions.flatMap(([name, version]) => (isExact(version) ? [`${name}: exact`] : [])),
  ...Object.keys(packageJson["overrides"]!).map((name) => `${name}: override`),
];

/** The rows of the table in CONTRIBUTING.md. */
const documented = [
  ...read("CONTRIBUTING.md").matchAll(/^\| `([^`]+)` \| (exact|override) \| (.+) \|$/gm),
].map(([, name, kind, reason]) => ({ exception: `${name}: ${kind}`, reason: reason!.trim() }));

it("a dependency has a caret range or an exact version", () => {
  const others = versions.filter(([, version]) => !isExact(version) && !version.startsWith("^"));
  expect(others).toEqual([]);
});

it("CONTRIBUTING.md gives a reason for each exact version and each override, and for no others", () => {
  expect(documented.map(({ exception }) => exception).sort()).toEqual(exceptions.sort());
  expect(documented.filter(({ reason }) => reason === "")).toEqual([]);
});

it("every package with an install script is allowed to run it, so that npm does not ask", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, ""));
  expect(Object.keys(packageJson["allowScripts"]!).sort()).toEqual(names.sort());
});
