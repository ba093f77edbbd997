import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { buildDashboard } from "../../dashboard/build.mjs";
import { bundles } from "../bundles.mjs";
import { writeDeclarations } from "./declarations.ts";
import { manifestOf, type RootManifest } from "./manifest.ts";
import { root } from "./root.ts";
import { bundledPackages, thirdPartyLicenses } from "./third-party-licenses.ts";

export { root };

/** The server reads these from its package (src/package-root.ts), or people do. */
const copies = ["migrations", "docs", "reference", "CHANGELOG.md", "LICENSE"];

/** The guides of plugins refer to them. */
const examples = ["examples/plugin", "examples/loyalty-points", "examples/product-reviews"];

/** Made by those who have tried an example in its folder. */
const MADE_IN_EXAMPLES = /\/(node_modules|dist|\.tradewind)(\/|$)|\.tgz$/;

/** Only the README of the repository shows them. */
const pictures = ["home.png", "reference.png"].map((name) => join(root, "docs/images", name));

interface PackageOptions {
  /** Is emptied first. */
  folder: string;
  /** That of the repository when absent. */
  version?: string;
}

/** Writes everything that is published as `tradewind`. */
export async function writePackage({ folder, version }: PackageOptions): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  for (const path of copies)
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (file) => !pictures.includes(file),
    });
  for (const path of examples)
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (file) => !MADE_IN_EXAMPLES.test(file.slice(root.length)),
    });
  cpSync(join(root, "packages/tradewind/README.md"), join(folder, "README.md"));
  const { outputFiles, metafile } = await bundles({ root, outdir: join(folder, "dist"), sourcemap: false });
  mkdirSync(join(folder, "dist"));
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  const inDashboard = await writeDashboard(join(folder, "dist/dashboard"));
  const packages = [...bundledPackages(metafile), ...inDashboard];
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES.txt"), thirdPartyLicenses(root, packages));
  const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as RootManifest;
  const manifest = manifestOf({ ...own, version: version ?? own.version }, metafile);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  // The types of the operations of the API.
  execFileSync("npm", ["run", "-s", "generate", "-w", "packages/client"], { cwd: root, stdio: "inherit" });
  writeDeclarations({ project: join(root, "tsconfig.plugin-types.json"), folder: join(folder, "types") });
  writeDeclarations({
    project: join(root, "tsconfig.dashboard-types.json"),
    folder: join(folder, "types/dashboard"),
  });
}

/** Returns the folders of the packages in it. */
async function writeDashboard(folder: string): Promise<string[]> {
  await buildDashboard();
  const built = join(root, "dist/dashboard");
  const list = join(built, "packages.json");
  cpSync(built, folder, { recursive: true, filter: (file) => file !== list });
  return JSON.parse(readFileSync(list, "utf8"));
}

/** Packs create-tradewind, with the tarball of Tradewind that its projects use; without one they ask the registry. */
export function packCreate(destination: string, tradewind?: string): string {
  const folder = join(destination, "create-package");
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, "packages/create-tradewind"), folder, { recursive: true });
  if (tradewind) cpSync(tradewind, join(folder, "vendor", basename(tradewind)));
  return pack(folder, destination);
}

/** Packs the folder of a package. Returns the path of the tarball. */
export function pack(folder: string, destination: string): string {
  mkdirSync(destination, { recursive: true });
  const words = ["pack", folder, "--pack-destination", destination, "--json", "--ignore-scripts"];
  const output = execFileSync("npm", words, { encoding: "utf8", cwd: destination });
  const [packed] = Object.values(JSON.parse(output)) as { filename: string }[];
  return join(destination, packed!.filename);
}
