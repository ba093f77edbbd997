import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ConfigProblem, configFrom } from "../config.ts";
import { usableCores } from "./usable-cores.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tradewind-cores-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const coresWith = (quota: string) => {
  const file = join(folder, "cpu.max");
  writeFileSync(file, quota);
  return usableCores(file);
};

it("the cores of a container are its share, rounded up, and one at least", () => {
  expect(coresWith("20000 100000\n")).toBe(1);
  expect(coresWith("max 100000\n")).toBe(availableParallelism());
});

it("without a limit they are those of the machine", () => {
  expect(usableCores(join(folder, "missing"))).toBe(availableParallelism());
});

it("TRADEWIND_WORKERS may be auto", () => {
  expect(configFrom({ TRADEWIND_WORKERS: "auto" }).workers).toBe(usableCores());
  expect(configFrom({}).workers).toBe(1);
  expect(configFrom({ TRADEWIND_WORKERS: "3" }).workers).toBe(3);
  expect(() => configFrom({ TRADEWIND_WORKERS: "many" })).toThrow(ConfigProblem);
});
