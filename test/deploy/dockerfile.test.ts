import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { checkout, inContext, sentToBuilder } from "./image/context.ts";
import { readDockerfile } from "./image/dockerfile.ts";

const text = readFileSync(join(checkout, "deploy/Dockerfile"), "utf8");
const stages = readDockerfile(text);
const { settings, steps, base } = stages.at(-1)!;

describe("deploy/Dockerfile", () => {
  it("passes the linter", () => {
    expect(validate(text)).toEqual([]);
    expect(validate(text.replace("STOPSIGNAL SIGTERM", "STOPSIGNAL TERMINATE"))).toHaveLength(1);
  });

  it("names a version of each base image, and ends with one that has no shell", () => {
    const bases = stages.map((stage) => stage.base);
    expect(bases.filter((image) => !/:[\w.-]+$/.test(image) || image.endsWith(":latest"))).toEqual([]);
    expect(base).toMatch(/^gcr\.io\/distroless\/nodejs22-/);
    expect(steps.filter(({ kind }) => kind === "run")).toEqual([]);
  });

  it("runs as a user without rights, in numbers, so that Kubernetes can check it", () => {
    expect(settings["USER"]).toMatch(/^[1-9]\d+:[1-9]\d+$/);
  });

  it.each(["ENTRYPOINT", "CMD", "HEALTHCHECK"])("needs no shell: %s", (name) => {
    expect(JSON.parse(settings[name]!)).toBeInstanceOf(Array);
  });

  it("sets no secrets", () => {
    const names = stages.flatMap((stage) =>
      stage.steps.flatMap((step) => (step.kind === "env" ? Object.keys(step.values) : [])),
    );
    expect(names).toEqual(["NODE_ENV", "HOST", "PORT", "TRADEWIND_DATA_DIR"]);
    expect(text).not.toMatch(/^ARG /m);
  });

  it("copies what the builder gets, and the builder gets nothing else", () => {
    const copied = stages
      .flatMap((stage) => stage.steps)
      .flatMap((step) => (step.kind === "copy" && step.from === null ? step.sources : []));
    for (const path of copied) statSync(inContext(path));
    expect(sentToBuilder().sort()).toEqual([...new Set(copied)].sort());
    expect(() => inContext(".env")).toThrow(".dockerignore");
  });

  it("copies only files that Git has", () => {
    for (const path of sentToBuilder()) {
      const known = execFileSync("git", ["ls-files", "--", path], { cwd: checkout, encoding: "utf8" });
      expect(known, path).not.toBe("");
    }
  });
});
