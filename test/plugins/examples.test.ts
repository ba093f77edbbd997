import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { ran } from "../support/servers/shell.ts";

const checkout = realpathSync(fileURLToPath(new URL("../..", import.meta.url)));

let folder: string | undefined;
afterEach(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** The tests of the complete examples, as their author runs them: outside of the checkout, with the built package. */
it("the tests of loyalty points and product reviews pass", async () => {
  folder = mkdtempSync(join(tmpdir(), "tradewind-examples-"));
  for (const name of ["loyalty-points", "product-reviews"])
    cpSync(join(checkout, "examples", name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(checkout, join(folder, "node_modules/tradewind"));
  const files = ["loyalty-points/src/plugin.test.ts", "product-reviews/src/plugin.test.ts"];
  const words = ["--import", "tradewind/typescript", "--test", ...files];
  const output = await ran(process.execPath, words, { cwd: folder, environment: {} });
  expect(output).toMatch(/(# |ℹ )fail 0/);
  expect(output).toMatch(/(# |ℹ )pass 20/);
});
