/** Strings, quoted names, comments, words, numbers and parameters; anything else is a token of its own. */
const TOKEN = /'(?:[^']|'')*'|(?:\w+\.)*"[^"]*"(?:\."[^"]*")*|--[^\n]*|\$\d+|[\w.]+|::|[<>=!|@?#-]+|\S/g;

const WIDTH = 110;

/** Words that begin a line, unless they are in parentheses that hold no query. */
const CLAUSES = new Set(
  "select from where order group having limit offset union except returning values set on with insert update delete left join cross for and or".split(
    " ",
  ),
);

/** Words that stay on the line of the word before them. */
const AFTER: Record<string, ReadonlySet<string>> = {
  from: new Set(["delete", "distinct"]),
  join: new Set(["left", "cross"]),
  update: new Set(["for", "do", "key"]),
  set: new Set(["update"]),
  and: new Set(["between"]),
};

/** One query, with its beginning at the margin and what it contains further in. */
class Writer {
  private readonly lines: string[] = [];
  private line = "";
  private depth = 0;
  /** For each open parenthesis, whether it holds a query. */
  private readonly open: boolean[] = [];

  write(tokens: readonly string[]): string {
    tokens.forEach((token, index) => {
      this.add(token, tokens[index - 1] ?? "", tokens[index + 1] ?? "");
    });
    this.newLine();
    return this.lines.join("\n");
  }

  private add(token: string, before: string, next: string): void {
    if (token === "(") this.openWith(before, next);
    else if (token === ")") this.close();
    else this.addPlain(token, before);
  }

  private addPlain(token: string, before: string): void {
    if (this.beginsLine(token, before)) this.newLine();
    else if (before === "," && this.line.length + token.length > WIDTH) {
      this.newLine();
      this.line = "  ";
    }
    this.put(token, before);
    if (token.startsWith("--")) this.newLine();
  }

  private beginsLine(token: string, before: string): boolean {
    const isInQuery = this.open.at(-1) ?? true;
    return (
      isInQuery && CLAUSES.has(token.toLowerCase()) && !AFTER[token.toLowerCase()]?.has(before.toLowerCase())
    );
  }

  private openWith(before: string, next: string): void {
    const isQuery = /^(select|with|insert|update|delete)$/i.test(next);
    this.put("(", before);
    this.open.push(isQuery);
    if (!isQuery) return;
    this.newLine();
    this.depth++;
  }

  private close(): void {
    if (this.open.pop()) {
      this.newLine();
      this.depth--;
    }
    this.line += ")";
  }

  private put(token: string, before: string): void {
    const isTight =
      this.line.trim() === "" ||
      [",", ";", "::", "[", "]"].includes(token) ||
      ["(", "::", "["].includes(before) ||
      (token === "(" &&
        /^[\w.]+$/.test(before) &&
        !/^(and|or|in|as|from|where|not|values|on|any|exists|over|lateral|select|when|then|else|join|with|materialized)$/i.test(
          before,
        ));
    this.line += isTight ? token : ` ${token}`;
  }

  private newLine(): void {
    if (this.line.trim() !== "") this.lines.push(`${"  ".repeat(this.depth)}${this.line}`.trimEnd());
    this.line = "";
  }
}

const tokensOf = (sql: string): string[] => sql.match(TOKEN) ?? [];

/** Statements over several lines, for people. Throws if that changed more than blanks. */
export function formatSql(sql: string): string {
  const tokens = tokensOf(sql);
  const text = new Writer().write(tokens);
  if (tokensOf(text).join(" ") !== tokens.join(" "))
    throw new Error(`The format changed a statement: ${sql}`);
  return text;
}
