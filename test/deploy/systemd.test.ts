import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { theProgram } from "../support/servers/daemon.ts";
import { stopSeconds, unknownVariables } from "./manifests.ts";

const unit = fileURLToPath(new URL("../../deploy/systemd/tradewind.service", import.meta.url));
const text = readFileSync(unit, "utf8");
const valuesOf = (name: string) =>
  [...text.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value]) => value!);
const environment = Object.fromEntries(
  valuesOf("Environment").map((line) => line.split("=") as [string, string]),
);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tradewind-unit-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What systemd finds wrong with a unit. Node is where it runs the tests. */
function mistakesIn(content: string): string {
  const file = join(folder, "tradewind.service");
  writeFileSync(file, content.replace("/usr/bin/node", process.execPath));
  const { stdout, stderr } = spawnSync(theProgram("systemd-analyze"), ["verify", "--man=no", file], {
    encoding: "utf8",
  });
  return (stdout + stderr)
    .split("\n")
    .filter((line) => line.includes("tradewind.service"))
    .join("\n");
}

describe("the unit of systemd", () => {
  it("is one that systemd understands", () => {
    expect(mistakesIn(text)).toBe("");
    expect(mistakesIn(text.replace("ProtectClock", "ProtectTheClock"))).toContain("ProtectTheClock");
  });

  it("is hardened: its exposure is at most 2 of 10", () => {
    const words = ["security", "--offline=true", "--no-pager", "--threshold=20", unit];
    execFileSync(theProgram("systemd-analyze"), words, { stdio: "pipe" });
  });

  it("runs as a user of its own, with its data in the state directory", () => {
    expect(valuesOf("User")).toEqual(["tradewind"]);
    expect(environment["TRADEWIND_DATA_DIR"]).toBe(`/var/lib/${valuesOf("StateDirectory")}`);
    expect(unknownVariables(Object.keys(environment))).toEqual([]);
  });

  it("leaves enough time to stop, and the embedded database to Tradewind", () => {
    const [seconds] = valuesOf("TimeoutStopSec").map(Number);
    expect(seconds).toBeGreaterThan(stopSeconds(Number(environment["TRADEWIND_DRAIN_SECONDS"])) + 10);
    expect(valuesOf("KillMode")).toEqual(["mixed"]);
  });
});
