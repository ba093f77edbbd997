import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { validate } from "dockerfile-utils";
import { describe, expect } from "vitest";
import { parse } from "yaml";
import { isCompose } from "../support/checks/compose-schema.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { pageOf } from "../support/snippets/blocks.ts";

const program = fileURLToPath(
  new URL("../../packages/create-tradewind/create-tradewind.mjs", import.meta.url),
);
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
let folder: string;

const it = withSetup(
  () => {
    folder = mkdtempSync(join(tmpdir(), "create-tradewind-"));
  },
  () => rmSync(folder, { recursive: true, force: true }),
);

function create(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const filesOf = (name: string) =>
  readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name).slice(join(folder, name).length + 1))
    .sort();

describe("a new project", () => {
  it("has a plugin, a test, settings and files for containers", () => {
    const { status, stdout } = create("my-shop");
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining("cd my-shop\n  npm install\n  npm run dev"),
    ]);
    expect(filesOf("my-shop")).toEqual([
      ".dockerignore",
      ".env",
      ".gitignore",
      "Dockerfile",
      "README.md",
      "compose.yaml",
      "package.json",
      "src/local-delivery.test.ts",
      "src/local-delivery.ts",
      "tsconfig.json",
    ]);
    expect(readFileSync(join(folder, "my-shop/README.md"), "utf8")).toMatch(/^# my-shop\n/);
  });

  it("depends on the version of Tradewind that was released with it, or on another one", () => {
    create("first");
    create("second", "--tradewind", "1.2.3");
    const dependencyOf = (name: string) =>
      JSON.parse(readFileSync(join(folder, name, "package.json"), "utf8")).dependencies.tradewind;
    expect(dependencyOf("first")).toBe(`^${JSON.parse(read("package.json")).version}`);
    expect(dependencyOf("second")).toBe("1.2.3");
  });

  it("contains the tarball of Tradewind that the package was packed with", () => {
    const packed = join(folder, "packed");
    cpSync(fileURLToPath(new URL("../../packages/create-tradewind", import.meta.url)), packed, {
      recursive: true,
    });
    mkdirSync(join(packed, "vendor"));
    writeFileSync(join(packed, "vendor/tradewind-0.1.0.tgz"), "a tarball");
    const words = [join(packed, "create-tradewind.mjs"), "from-tarball"];
    expect(spawnSync(process.execPath, words, { cwd: folder }).status).toBe(0);
    const { dependencies } = JSON.parse(readFileSync(join(folder, "from-tarball/package.json"), "utf8"));
    expect(dependencies.tradewind).toBe("file:vendor/tradewind-0.1.0.tgz");
    expect(readFileSync(join(folder, "from-tarball/vendor/tradewind-0.1.0.tgz"), "utf8")).toBe("a tarball");
  });

  it("has secrets of its own, which only its owner can read", () => {
    create("one");
    create("two");
    const secretsOf = (name: string) =>
      [
        ...readFileSync(join(folder, name, ".env"), "utf8").matchAll(/^(?:\w+SECRET|\w+PASSWORD)=(.+)$/gm),
      ].map(([, secret]) => secret!);
    const secrets = [...secretsOf("one"), ...secretsOf("two")];
    expect(new Set(secrets).size).toBe(4);
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{40,}$/);
    expect(statSync(join(folder, "one/.env")).mode & 0o777).toBe(0o600);
  });

  it("has a Dockerfile and a compose file that are valid", () => {
    create("contained");
    const text = (name: string) => readFileSync(join(folder, "contained", name), "utf8");
    expect(validate(text("Dockerfile"))).toEqual([]);
    const compose = parse(text("compose.yaml"));
    expect(isCompose(compose), JSON.stringify(isCompose.errors)).toBe(true);
    expect(compose.services.shop).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
  });

  it("may be created in an empty folder", () => {
    mkdirSync(join(folder, "empty"));
    expect(create("empty").status).toBe(0);
  });
});

describe("a new plugin", () => {
  it("has a table, a test and a name that is the same everywhere", () => {
    const { status, stdout } = create("loyalty-points", "--plugin");
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining("cd loyalty-points\n  npm install\n  npm test"),
    ]);
    expect(filesOf("loyalty-points")).toEqual([
      ".env",
      ".gitignore",
      "README.md",
      "dashboard/index.tsx",
      "dashboard/repairs-page.tsx",
      "dashboard/tsconfig.json",
      "migrations/0001_repair.sql",
      "package.json",
      "src/admin-routes.ts",
      "src/delete-old.ts",
      "src/fields.ts",
      "src/finish-repair.ts",
      "src/plugin.test.ts",
      "src/plugin.ts",
      "src/repairs.ts",
      "src/rules.ts",
      "src/store-routes.ts",
      "tsconfig.json",
    ]);
    const text = (name: string) => readFileSync(join(folder, "loyalty-points", name), "utf8");
    expect(text("src/plugin.ts")).toContain('name: "loyalty-points"');
    expect(text("README.md")).toContain("(plugin_loyalty_points)");
    for (const name of filesOf("loyalty-points")) expect(text(name)).not.toContain("{{");
  });

  it("is what a reader of the guide has at its end", () => {
    create("repairs", "--plugin");
    const files = new Map<string, string>();
    for (const { file, saved } of pageOf("docs/guides/plugins.md").blocks)
      if (file && !["package.json", ".env"].includes(file)) files.set(file, `${saved}\n`);
    const created = filesOf("repairs").filter((name) => /^(src|dashboard|migrations)\/|^tsconfig/.test(name));
    expect([...files.keys()].sort()).toEqual(created.sort());
    for (const [name, text] of files)
      expect(text, name).toBe(readFileSync(join(folder, "repairs", name), "utf8"));
  });

  it.each(["My-Plugin", "1st", "a_b", "a--b", "a".repeat(41)])("cannot have the name %j", (name) => {
    const before = readdirSync(folder);
    const { status, stderr } = create("--plugin", "--", name);
    expect([status, stderr]).toEqual([1, expect.stringContaining("cannot be the name")]);
    expect(readdirSync(folder)).toEqual(before);
  });
});

describe("a project is not created", () => {
  it("in a folder with files, which stay as they are", () => {
    mkdirSync(join(folder, "full"));
    writeFileSync(join(folder, "full/thesis.txt"), "years of work");
    const { status, stderr } = create("full");
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^create-tradewind: .*full is not empty\n$/)]);
    expect(filesOf("full")).toEqual(["thesis.txt"]);
  });

  it("over a file", () => {
    writeFileSync(join(folder, "file"), "text");
    const { status, stderr } = create("file");
    expect([status, stderr]).toEqual([1, expect.stringContaining("file")]);
    expect(stderr).not.toContain("    at ");
  });

  it.each(["My-Shop", "../elsewhere", "a/b", ".hidden", "-x", "läden", "a".repeat(101), ""])(
    "with the name %j",
    (name) => {
      const before = readdirSync(folder);
      const { status, stderr } = create("--", name);
      expect([status, stderr]).toEqual([1, expect.stringContaining("cannot be the name")]);
      expect(readdirSync(folder)).toEqual(before);
    },
  );

  it.each([
    { words: [], message: "the name of the shop is missing" },
    { words: ["one", "two"], message: "give one name, not 2" },
    { words: ["shop", "--colour", "red"], message: "--colour" },
  ])("from the words $words", ({ words, message }) => {
    const { status, stderr } = create(...words);
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stderr).toContain("Usage: npm create tradewind NAME");
  });
});
