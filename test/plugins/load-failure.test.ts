import { execFileSync } from "node:child_process";
import { afterEach, expect, it } from "vitest";
import { loadFailure } from "../../src/plugins/load-failure.ts";
import { PluginFiles } from "./plugin-files.ts";

let files: PluginFiles;
afterEach(() => files.remove());

/** What Node itself throws, without the loader of the test runner. */
function failureOf(text: string, more: Record<string, string> = {}): string {
  files = new PluginFiles({ "plugin.mjs": text, ...more });
  const program = `import(process.argv[1]).then(({ default: plugin }) => plugin.register()).catch(
    ({ name, message, stack }) => console.log(JSON.stringify({ name, message, stack })))`;
  const printed = execFileSync(process.execPath, ["-e", program, files.at("plugin.mjs")], {
    encoding: "utf8",
  });
  const { message, ...thrown } = JSON.parse(printed);
  return loadFailure("./plugin.mjs", Object.assign(new Error(message), thrown)).message;
}

it("a mistake in a plugin is reported with its file and line", () => {
  const early = failureOf("const settings = null;\nsettings.key.length;");
  expect(early).toMatch(/^plugin \.\/plugin\.mjs: Cannot read .*'key'\) \(/);
  expect(early).toContain(`(${files.at("plugin.mjs")}, line 2)`);
  files.remove();
  const later = failureOf("export default { register() {\n\n  missing();\n} };");
  expect(later).toContain(`missing is not defined (${files.at("plugin.mjs")}, line 3)`);
});

it("what a plugin says itself is reported as it is", () => {
  const text = "export default { register() { throw new Error('SHOP_KEY is not set'); } };";
  expect(failureOf(text)).toBe("plugin ./plugin.mjs: SHOP_KEY is not set");
});

it("an import without its ending is reported with it", () => {
  const text = 'import { points } from "./points"; export default { points };';
  expect(failureOf(text, { "points.ts": "export const points = 1;" })).toContain(
    ": imports name files with their ending, .ts here",
  );
  files.remove();
  expect(failureOf(text)).not.toContain("ending");
});
