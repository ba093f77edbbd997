import { readFileSync } from "node:fs";
import { type Page, pageOf } from "./blocks.ts";

const root = new URL("../../../", import.meta.url);

/** The pages of the index that have this beginning, in its order. */
const listed = (beginning: string) => {
  const index = readFileSync(new URL("docs/README.md", root), "utf8");
  const links = [...index.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, link]) => link!);
  return [...new Set(links)].filter((link) => link.startsWith(beginning)).map((link) => `docs/${link}`);
};

/** The README, the guides in the order in which a reader meets them, and the README of the client. */
export const pagesInOrder = (): Page[] =>
  ["README.md", ...listed("guides/"), "packages/client/README.md"].map(pageOf);
