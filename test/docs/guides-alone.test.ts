import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { runTradewind } from "../support/servers/process.ts";
import { pagesInOrder } from "../support/snippets/pages.ts";
import { Reader } from "../support/snippets/reader.ts";

let demoShop: string;
const it = withSetup(
  async () => {
    demoShop = mkdtempSync(join(tmpdir(), "tradewind-demo-shop-"));
    chmodSync(demoShop, 0o711);
    const { code, output } = await runTradewind(["seed", "--no-orders"], { TRADEWIND_DATA_DIR: demoShop });
    expect(code, output).toBe(0);
  },
  () => rmSync(demoShop, { recursive: true, force: true }),
);

describe("a reader of one page, with a new shop", () => {
  // `guides-in-order.test.ts` begins with the README in an empty folder.
  for (const page of pagesInOrder().slice(1)) {
    it(`does what ${page.path} says`, async () => {
      const reader = await Reader.create(page.startsShop ? undefined : demoShop);
      try {
        await reader.follow(page);
      } finally {
        await reader.close();
      }
    });
  }
});
