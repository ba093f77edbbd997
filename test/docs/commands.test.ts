import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { ADMIN } from "../support/app.ts";
import { loadDemoInto } from "../support/demo.ts";
import { commandsIn, ran, typed } from "../support/shell.ts";
import { withShop } from "../support/with-shop.ts";

let folder: string;
const { it, shop } = withShop();
it.beforeAll(async () => {
  await loadDemoInto(shop);
  folder = mkdtempSync(join(tmpdir(), "tradewind-docs-"));
});
it.afterAll(async () => {
  rmSync(folder, { recursive: true });
});

/** The commands as they stand there, but for this shop: another address, and its own administrator. */
const here = (commands: string) =>
  commands
    .replaceAll(/(http:\/\/)?localhost:9000/g, shop.baseUrl)
    .replaceAll("admin@tradewind.local", ADMIN.email)
    .replaceAll("PASSWORD", ADMIN.password)
    .replaceAll("npm run", `npm --prefix ${process.cwd()} run`);

const done = (commands: string) =>
  ran("bash", ["-c", typed(here(commands))], {
    environment: { DATABASE_URL: shop.databaseUrl },
    cwd: folder,
  });

const ordersOf = async (email: string) =>
  (await shop.admin.get(`/admin/orders?q=${email}&expand=discounts,gift_cards`)).body.orders;

describe("commands in the documentation", () => {
  it("README: five minutes with curl", async () => {
    const output = await done(commandsIn("README.md", { language: "", section: "Five minutes with curl" }));
    expect(output).toContain('"email":"admin@example.com"');
    const orders = await ordersOf("ada@example.com");
    expect(orders).toHaveLength(1);
    expect(orders[0].discounts).toMatchObject([{ code: "WELCOME10" }]);
  }, 180_000);

  it("the checkout, request by request", async () => {
    const [paid] = (await done(commandsIn("docs/guides/checkout.md"))).trim().split("\n").slice(-1);
    const [order] = (await shop.admin.get("/admin/orders?limit=1&order=-display_id")).body.orders;
    expect(paid).toMatch(new RegExp(`^order ${order.display_id}: [1-9]\\d+ eur$`));
    expect(order).toMatchObject({ email: "ada@example.com", status: "pending", payment_status: "awaiting" });
  });

  it("discounts and gift cards", async () => {
    const lines = (await done(commandsIn("docs/guides/discounts-and-gift-cards.md"))).trim().split("\n");
    const [email, storm, watch, whole, discounted, undiscounted, balance, paid] = lines;
    expect([email, storm, watch]).toEqual([ADMIN.email, "STORM25", "WATCH5"]);
    expect(Number(discounted)).toBe(Math.round(Number(whole) * 0.75));
    expect(undiscounted).toBe(whole);
    expect(balance).toBe("5000");
    // The demo shop does not tax cards when they are sold: 50 euros pay for 50 euros, tax included.
    expect(paid).toBe(`5000 by card, ${Number(whole) - 5000} to pay`);
  });

  it("taxes", async () => {
    const lines = (await done(commandsIn("docs/guides/taxes.md"))).trim().split("\n");
    const [email, rate, isAutomatic, before, asked] = lines;
    expect([email, rate, isAutomatic, before]).toEqual([ADMIN.email, "11", "false", "0"]);
    expect(Number(asked)).toBeGreaterThan(0);
  });
});
