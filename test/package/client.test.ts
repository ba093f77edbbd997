import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect } from "vitest";
import { root } from "../../scripts/packaging/root.ts";
import { writeClient } from "../../scripts/packaging/write-client.ts";
import { pack } from "../../scripts/packaging/write-package.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { isShort } from "../support/runner/short-form.ts";
import { ran } from "../support/servers/shell.ts";
import { everyOperation } from "./every-operation.ts";

let folder: string;
const inProject = (path: string) => join(folder, "project", path);
const installed = (path: string) => inProject(`node_modules/@tradewind/client/${path}`);

/** The packed client, installed in a strict project outside of the repository. */
const it = withSetup(
  async () => {
    folder = mkdtempSync(join(tmpdir(), "tradewind-client-"));
    await writeClient(join(folder, "package"));
    const tarball = pack(join(folder, "package"), folder);
    mkdirSync(inProject(""));
    writeFileSync(inProject("package.json"), '{ "private": true, "type": "module" }');
    const words = ["install", "--offline", "--no-audit", "--no-fund", tarball];
    await ran("npm", words, { environment: {}, cwd: inProject("") });
    // The types of Node, where there is no browser.
    for (const name of ["@types/node", "undici-types"])
      cpSync(join(root, "node_modules", name), inProject(`node_modules/${name}`), { recursive: true });
    writeFileSync(inProject("every-operation.ts"), everyOperation().program);
    cpSync(new URL("a-client-program.ts", import.meta.url), inProject("a-program.ts"));
  },
  () => rmSync(folder, { recursive: true, force: true }),
);

describe("the package of the client", () => {
  it("has one script, its types, a README and a licence, and depends on nothing", () => {
    const files = readdirSync(installed(""));
    expect(files.filter((name) => !name.endsWith(".d.ts")).sort()).toEqual([
      "LICENSE",
      "README.md",
      "index.js",
      "package.json",
    ]);
    const manifest = JSON.parse(readFileSync(installed("package.json"), "utf8"));
    for (const name of ["private", "scripts", "dependencies", "devDependencies"])
      expect(manifest).not.toHaveProperty(name);
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(manifest).toMatchObject({ name: "@tradewind/client", version, sideEffects: false });
    expect(readFileSync(installed("README.md"), "utf8")).toContain("createClient");
  });

  it("has less than 10 kB of JavaScript, compressed", () => {
    expect(gzipSync(readFileSync(installed("index.js"))).length).toBeLessThan(10_000);
  });

  it("is loaded by Node", async () => {
    const program =
      'import * as client from "@tradewind/client"; console.log(Object.keys(client).sort().join(" "))';
    const output = await ran(process.execPath, ["--input-type=module", "--eval", program], {
      environment: {},
      cwd: inProject(""),
    });
    expect(output.trim()).toBe("ApiError CookieJar createClient newIdempotencyKey");
  });
});

const projects = [
  { name: "Node", module: "node16", moduleResolution: "node16", lib: ["es2023"], types: ["node"] },
  {
    name: "a browser, with a bundler",
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["es2023", "dom", "dom.iterable"],
  },
];

/** The dashboard is compiled in each form as for a browser. */
describe.each(isShort ? projects.slice(0, 1) : projects)(
  "a strict project for $name",
  ({ name: _, types = [], ...options }) => {
    it("compiles with a call of every operation, and refuses what the API does not have", () => {
      const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
      const compilerOptions = {
        noEmit: true,
        skipLibCheck: false,
        target: "es2022",
        types,
        ...strict,
        ...options,
      };
      writeFileSync(inProject("tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
      // The version that most projects have; the repository itself uses a newer one.
      const compiler = join(root, "packages/client/node_modules/typescript/bin/tsc");
      const { status, stdout } = spawnSync(process.execPath, [compiler], {
        cwd: inProject(""),
        encoding: "utf8",
      });
      expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
      const { calls, lists } = everyOperation();
      expect(calls).toBeGreaterThan(450);
      expect(lists).toBeGreaterThan(65);
    });
  },
);
