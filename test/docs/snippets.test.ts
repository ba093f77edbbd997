import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { settings } from "../../src/settings/settings.ts";
import type { Block } from "../support/snippets/blocks.ts";
import { pagesInOrder } from "../support/snippets/pages.ts";
import { isAnswer } from "../support/snippets/reader.ts";

const pages = pagesInOrder();
const blocks = pages.flatMap((page) => page.blocks);
const place = ({ page, line }: Block) => `${page}:${line}`;

const known = new Set(Object.values(settings).map(({ variable }) => variable));

const nameOf = (line: string) => /^(?:export )?([A-Z][A-Z0-9_]*)=/.exec(line)?.[1];

/** Throw when a block of this kind cannot be used. */
const checks: Record<string, (text: string) => unknown> = {
  json: (text) => JSON.parse(text),
  yaml: (text) => {
    for (const { errors } of parseAllDocuments(text)) expect(errors).toEqual([]);
  },
  // A file of settings.
  dotenv: (text) => {
    const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
    expect(lines.filter((line) => !known.has(nameOf(line) ?? ""))).toEqual([]);
  },
  // Settings of PostgreSQL and its tools.
  ini: (text) => {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    expect(lines.filter((line) => !/^([;#[].*|[\w.]+ = .+)$/.test(line))).toEqual([]);
  },
  // A request line, headers, an empty line, and a body of JSON.
  http: (text) => {
    const [head = "", body = "{}"] = text.split("\n\n");
    const [request, ...headers] = head.split("\n");
    expect(request).toMatch(/^(GET|POST|DELETE) \/\S*$/);
    for (const header of headers) expect(header).toMatch(/^[\w-]+: .+$/);
    JSON.parse(body);
  },
};

describe("the blocks of code on the pages", () => {
  it("are run, are answers, are checked by their kind, or say why not", () => {
    const unchecked = pages.flatMap((page) =>
      page.blocks.filter((block, index) => {
        const isRun = block.language === "sh" || block.file !== undefined;
        if (block.notRun !== undefined || isRun || isAnswer(page.blocks, index)) return false;
        return !(block.language in checks);
      }),
    );
    expect(unchecked.map((block) => `${place(block)} ${block.language}`)).toEqual([]);
  });

  it.each(blocks.filter(({ language, notRun }) => language in checks && notRun === undefined))(
    "$page:$line is valid $language",
    ({ language, text }) => {
      checks[language]!(text);
    },
  );

  it("are all run, but for these", () => {
    const notRun = blocks.filter((block) => block.notRun !== undefined);
    expect(notRun.map(({ page, notRun }) => `${page}: ${notRun}`)).toMatchInlineSnapshot(`
      [
        "README.md: test/first-time-user does this with the tarballs",
        "README.md: the tests would run themselves",
        "README.md: needs a database server",
        "docs/guides/dashboard.md: a file of another server",
        "docs/guides/discounts-and-gift-cards.md: a formula",
        "docs/guides/client.md: a declaration, which test/package/a-client-program.ts has, too",
        "docs/guides/paying-with-stripe.md: needs a browser and an account at Stripe",
        "docs/guides/coming-from-v1.md: needs a database of v1",
        "docs/guides/coming-from-v1.md: needs a database of v1",
        "docs/guides/coming-from-v1.md: needs a database of v1",
        "docs/guides/coming-from-v1.md: a part of a configuration",
        "docs/guides/deploying.md: needs Docker",
        "docs/guides/deploying.md: needs Docker",
        "docs/guides/deploying.md: needs Docker",
        "docs/guides/deploying.md: needs a cluster",
        "docs/guides/deploying.md: needs systemd",
        "docs/guides/deploying.md: needs systemd",
        "docs/guides/deploying.md: needs a domain",
        "docs/guides/backups.md: needs a database server",
        "docs/guides/backups.md: needs a database server",
        "docs/guides/backups.md: needs a database server",
        "docs/guides/scaling.md: needs a primary and a second machine",
        "docs/guides/high-availability.md: needs the old primary",
        "docs/guides/high-availability.md: needs two servers",
        "docs/guides/high-availability.md: a part of a file",
        "docs/guides/high-availability.md: needs Docker",
        "docs/guides/plugins.md: it needs the packages; \`npm run test:journey\` does it",
        "docs/guides/plugins.md: it needs the compiler and the packages; \`npm run test:journey\` does it",
        "docs/guides/plugins.md: it needs the packages; \`npm run test:journey\` does it",
        "docs/guides/plugins.md: it needs the packages; \`npm run test:journey\` does it",
      ]
    `);
  });

  it("have no dates that will be in the past, where they are run", () => {
    const run = blocks.filter((block) => block.language === "sh" || block.file !== undefined);
    const dates = run.flatMap((block) =>
      [...block.text.matchAll(/\b(20\d\d)-\d\d-\d\d/g)].map(([date, year]) => ({
        date,
        year,
        at: place(block),
      })),
    );
    expect(dates.filter(({ year }) => Number(year) < 2090)).toEqual([]);
  });
});
