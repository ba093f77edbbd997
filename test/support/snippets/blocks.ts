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
  /** What the file has then: the block, or with `<!-- into: name below text -->` the file before with the block below a line. */
  saved?: string;
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

const names: Record<string, "notRun" | "file" | "fails" | "into"> = {
  "not run": "notRun",
  file: "file",
  fails: "fails",
  into: "into",
};

type Comments = Pick<Block, "notRun" | "file" | "fails"> & { into?: string };

/** The file that a block is, or becomes a part of. */
function savedAs(text: string, { file, into }: Comments, before: Map<string, string>) {
  if (!into) return file ? { file, saved: text } : {};
  const [, name = "", below = ""] = /^(\S+) below (.+)$/.exec(into) ?? [];
  const lines = before.get(name)?.split("\n") ?? [];
  const place = lines.findIndex((line) => line.includes(below));
  if (place === -1) throw new Error(`there is no line with ${below} in ${name}`);
  return { file: name, saved: lines.toSpliced(place + 1, 0, text).join("\n") };
}

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
  let comments: Comments = {};
  const files = new Map<string, string>();
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
      const { into: _, ...others } = comments;
      const saved = savedAs(token["text"], comments, files);
      if (saved.file) files.set(saved.file, saved.saved);
      blocks.push({
        page: path,
        line,
        language: token["lang"] ?? "",
        text: token["text"],
        ...others,
        ...saved,
      });
      comments = {};
    }
  }
  return { path, blocks, startsShop };
}
