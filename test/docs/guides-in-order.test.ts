import { readdirSync } from "node:fs";
import { describe } from "vitest";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { pagesInOrder } from "../support/snippets/pages.ts";
import { Reader } from "../support/snippets/reader.ts";

let reader: Reader;
const it = withSetup(
  async () => {
    reader = await Reader.create();
  },
  () => reader.close(),
);

describe("a reader of all pages, one after the other, with one shop", () => {
  for (const page of pagesInOrder()) {
    it(`does what ${page.path} says`, () => reader.follow(page));
  }

  const examples = readdirSync(new URL("../../examples/checkout/", import.meta.url));
  it.each(examples.filter((name) => name !== "http.sh"))("tries the example %s in that shop", (name) =>
    reader.runExample(`examples/checkout/${name}`),
  );
});
