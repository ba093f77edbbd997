import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const src = fileURLToPath(new URL("../../src/", import.meta.url));
const isSource = (file: string) =>
  file.endsWith(".ts") && !file.endsWith(".test.ts") && file !== "db/tables.ts";

it("the largest amount is written once: MAX_AMOUNT of the kernel", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(isSource);
  const writing = files.filter((file) => /2_?147_?483_?647/.test(readFileSync(join(src, file), "utf8")));
  expect(writing).toEqual(["kernel/money.ts"]);
});
