import { readFileSync } from "node:fs";
import { marked, type Token } from "marked";

/** A block of code on a page of the documentation. */
export interface Block {
  /** Path of the page, from the root of the repository, and the line of the block. */
  page: string;
  line: number;
  language: string;
  text: string;
  /** From a comment before the block, which readers do not see: `<!-- not run: reason -->`. */
  notRun?: string;
  /** The same: `<!-- file: name -->`. The reader saves the block under this name. */
  file?: string;
  /** The same: `<!-- fails: reason -->`. */
  fails?: string;
}

export interface Page {
  path: string;
  blocks: Block[];
  /** The reader has no shop yet, and the page starts it: `<!-- shop: none -->`. */
  startsShop: boolean;
}

const root = new URL("../../../", import.meta.url);

/** A comment of the form `<!-- name: text -->`. */
const commentIn = (html: string) => /^<!-- ([a-z ]+): ([^>]+) -->\s*$/.exec(html)?.slice(1) ?? [];

const names: Record<string, "notRun" | "file" | "fails"> = {
  "not run": "notRun",
  file: "file",
  fails: "fails",
};

/** All tokens in reading order, those in lists and quotes, too. */
const flat = (tokens: Token[]): Token[] =>
  tokens.flatMap((token) => {
    const inner: Token[] = "items" in token ? token["items"] : ("tokens" in token && token.tokens) || [];
    return [token, ...flat(inner)];
  });

export function pageOf(path: string): Page {
  const source = readFileSync(new URL(path, root), "utf8");
  const blocks: Block[] = [];
  let startsShop = false;
  let comments: Pick<Block, "notRun" | "file" | "fails"> = {};
  let at = 0;
  for (const token of flat(marked.lexer(source))) {
    if (token.type === "html") {
      const [name = "", said] = commentIn(token.raw);
      startsShop ||= name === "shop" && said === "none";
      if (name in names) comments = { ...comments, [names[name]!]: said };
    } else if (token.type === "code") {
      const [first = ""] = token["text"].split("\n");
      at = source.indexOf(first, at);
      const line = source.slice(0, at).split("\n").length;
      at += first.length;
      blocks.push({ page: path, line, language: token["lang"] ?? "", text: token["text"], ...comments });
      comments = {};
    }
  }
  return { path, blocks, startsShop };
}
