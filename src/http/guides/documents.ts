import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../package-root.ts";

/** A page of the documentation. */
export interface GuideDocument {
  /** Path below `/guides/`; empty for the index. */
  name: string;
  /** Path of its file below `docs/`. */
  file: string;
  title: string;
  text: string;
}

const folder = join(packageRoot, "docs");

const INDEX = "README.md";

/** `guides/checkout.md` and `configuration.md` are `checkout` and `configuration`, `adr/README.md` is `adr`. */
const nameOf = (file: string) =>
  file === INDEX ? "" : file.replace(/^guides\//, "").replace(/(\/README)?\.md$/, "");

function documentOf(file: string): GuideDocument {
  const text = readFileSync(join(folder, file), "utf8");
  return { name: nameOf(file), file, text, title: /^# (.+)$/m.exec(text)?.[1] ?? file };
}

let all: Map<string, GuideDocument> | undefined;

/** The pages by name, read at the first call; none where the package was installed without its documentation. */
export function guideDocuments(): ReadonlyMap<string, GuideDocument> {
  if (all) return all;
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const pages = files
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => documentOf(file));
  all = new Map(pages.map((page) => [page.name, page]));
  return all;
}

/** The guides, in the order of the index. */
export function guidesInOrder(): GuideDocument[] {
  const index = guideDocuments().get("")?.text ?? "";
  const placeOf = ({ file }: GuideDocument) => index.indexOf(`(${file})`);
  return [...guideDocuments().values()]
    .filter(({ file }) => file.startsWith("guides/"))
    .sort((one, other) => placeOf(one) - placeOf(other));
}

const pictures = /^(?:images\/)?[\w-]+\.(svg|png)$/;

/** A picture of the documentation by its path below `docs/`; undefined if there is none. */
export function guidePicture(path: string): { type: string; content: Buffer } | undefined {
  const [, kind] = pictures.exec(path) ?? [];
  if (kind === undefined || !existsSync(join(folder, path))) return undefined;
  return { type: kind === "svg" ? "image/svg+xml" : "image/png", content: readFileSync(join(folder, path)) };
}
