import { readdirSync } from "node:fs";
import { describe, expect } from "vitest";
import { loadDemoInto } from "../support/fixtures/demo.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { ran } from "../support/servers/shell.ts";

const { it, shop } = withShop();
it.beforeAll(async () => {
  await loadDemoInto(shop);
});

const ofAdmin = () => ({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });

/** Runs an example with the command in its first lines, and returns the lines that it printed. */
async function linesOf(example: string): Promise<string[]> {
  const path = `examples/checkout/${example}`;
  const words = example.endsWith(".mjs") ? [process.execPath, path] : ["bash", path];
  const output = await ran(words[0]!, words.slice(1), {
    environment: { BASE: shop.baseUrl, ...ofAdmin() },
  });
  return output.trim().split("\n");
}

const newestOrder = async () => {
  const { body } = await shop.admin.get("/admin/orders?limit=1&order=-display_id");
  return (await shop.admin.get(`/admin/orders/${body.orders[0].id}`)).body.order;
};

describe("the examples of a checkout", () => {
  it("are all run here", () => {
    expect(readdirSync(new URL("../../examples/checkout", import.meta.url)).sort()).toEqual([
      "discount-and-gift-card.sh",
      "guest.sh",
      "http.sh",
      "tax-inclusive.sh",
      "with-medusa-js.mjs",
    ]);
  });

  it("sell to a guest, once for one key", async () => {
    const [line] = await linesOf("guest.sh");
    const order = await newestOrder();
    expect(line).toBe(`order ${order.display_id} of ada@example.com: ${order.total} eur`);
    expect(order).toMatchObject({
      email: "ada@example.com",
      payment_status: "awaiting",
      currency_code: "eur",
    });
    const { body } = await shop.admin.get("/admin/orders?q=ada@example.com");
    expect(body.count).toBe(1);
  });

  it("take a discount and a gift card with the order", async () => {
    const lines = await linesOf("discount-and-gift-card.sh");
    const amount = (name: string) =>
      Number(/-?(\d+)/.exec(lines.find((line) => line.startsWith(name))!.slice(name.length))![1]);
    const { total, subtotal, discount_total } = await newestOrder();
    expect(amount("goods")).toBe(subtotal);
    expect(discount_total).toBe(Math.round(subtotal / 10));
    expect(amount("discount")).toBe(discount_total);
    expect(amount("to pay")).toBe(total);
    expect(lines).toContain("uses of the code: 1");
    expect(lines).toContain("left on the card: 0");
  });

  it("show the full price where prices include the tax", async () => {
    const lines = [
      "goods without tax    103920",
      "shipping without tax 7920",
      "tax                  27960",
      "paid                 139800",
    ];
    expect(await linesOf("tax-inclusive.sh")).toEqual(lines);
    expect(await linesOf("tax-inclusive.sh")).toEqual(lines);
    expect(await newestOrder()).toMatchObject({ email: "roald@example.com", total: 129_900 + 9_900 });
  });

  it("sell to a customer with an account, by the client of Medusa shops", async () => {
    const [bought, listed] = await linesOf("with-medusa-js.mjs");
    const order = await newestOrder();
    expect(bought).toBe(`order ${order.display_id} of ${order.email}: ${order.total} eur`);
    expect(order.email).toMatch(/^marie-/);
    expect(listed).toBe(`orders of the customer: 1, the last one ${order.display_id}`);
  });
});
