import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { until } from "../support/time/until.ts";

const { it, dashboard } = withDashboard();

const rows = <Row>(text: string, ...values: unknown[]) => dashboard.db.run<Row>({ text, values });

/** Chooses from a field that opens a list. */
async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: field, exact: true }).click();
  await page.getByRole("option", { name: option }).first().click();
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { name, level: 1 }).waitFor();

describe("discounts", () => {
  it("are created, tried on a sample cart that leaves nothing behind, and switched off", async () => {
    const page = await dashboard.open("/discounts/new");
    await heading(page, "New discount");
    await page.getByRole("textbox", { name: "Code" }).and(page.locator(":focus")).waitFor();
    await page.getByRole("button", { name: "Create discount" }).click();
    await page.getByText("Please fill in").first().waitFor();
    await page.getByRole("textbox", { name: "Code" }).fill("harvest");
    await page.getByRole("combobox", { name: "Regions" }).click();
    await page.getByRole("option", { name: /Europe/ }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: "Percent" }).fill("20");
    await page.getByRole("button", { name: "Add a condition" }).click();
    await page.getByRole("menuitem", { name: "Collections" }).click();
    await page.getByRole("combobox", { name: "Collections", exact: true }).click();
    await page.getByRole("option").first().click();
    await page.keyboard.press("Escape");
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Create discount" }).click();

    await heading(page, "HARVEST");
    const [stored] = await rows<{ id: string; value: number; conditions: number }>(
      `select discount.id, rule.value, (select count(*)::int from discount_condition_product_collection named
          join discount_condition condition on condition.id = named.condition_id
          where condition.discount_rule_id = rule.id) as conditions
        from discount join discount_rule rule on rule.id = discount.rule_id where code = 'HARVEST'`,
    );
    expect(stored).toMatchObject({ value: 20, conditions: 1 });

    const count =
      "select (select count(*)::int from cart) as carts, (select count(*)::int from customer) as people";
    const before = await rows(count);
    await page.getByRole("button", { name: "Fill a sample cart" }).click();
    await page.getByRole("combobox", { name: "Goods" }).click();
    await page.getByRole("option").first().click();
    await page.getByText("The customer saves").waitFor();
    await checkAccessibility(page);
    expect(await rows(count)).toEqual(before);

    await page.getByRole("button", { name: "Disable", exact: true }).click();
    await page.getByText("Disabled", { exact: true }).waitFor();
    expect(await rows("select is_disabled from discount where code = 'HARVEST'")).toEqual([
      { is_disabled: true },
    ]);
  });

  it("are found by their state, copied with their conditions, and deleted", async () => {
    const page = await dashboard.open("/discounts");
    await choose(page, "State", "Disabled");
    await page.getByText("1 discount", { exact: true }).waitFor();
    expect(page.url()).toContain("state=disabled");
    await page.reload();
    await page.getByText("1 discount", { exact: true }).waitFor();
    await page.getByRole("link", { name: "HARVEST" }).click();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await heading(page, "New discount");
    await page.getByRole("textbox", { name: "Code" }).fill("harvest-2");
    await page.getByRole("button", { name: "Create discount" }).click();
    await heading(page, "HARVEST-2");
    expect(
      await rows(`select count(*)::int as conditions from discount_condition condition
        join discount on discount.rule_id = condition.discount_rule_id where code = 'HARVEST-2'`),
    ).toEqual([{ conditions: 1 }]);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await heading(page, "Discounts");
    expect(await rows("select from discount where code = 'HARVEST-2' and deleted_at is null")).toEqual([]);
  });

  it("of many codes get codes", { tags: ["short"] }, async () => {
    const { body } = await dashboard.api.get("/admin/regions?limit=1");
    const { body: made } = await dashboard.api.post("/admin/discounts", {
      code: "FRIENDS",
      is_dynamic: true,
      valid_duration: "P7D",
      regions: [body.regions[0].id],
      rule: { type: "percentage", value: 5, allocation: "total" },
    });
    const page = await dashboard.open(`/discounts/${made.discount.id}`);
    await page.getByLabel("New code").fill("friend-of-ann");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("FRIEND-OF-ANN").waitFor();
    await checkAccessibility(page);
    const [code] = await rows<{ days: number }>(
      `select extract(day from ends_at - starts_at)::int as days from discount where code = 'FRIEND-OF-ANN'`,
    );
    expect(code).toEqual({ days: 7 });
  });
});

describe("gift cards", () => {
  it("are issued, and get another balance", { tags: ["short"] }, async () => {
    const page = await dashboard.open("/gift-cards");
    await page.getByRole("button", { name: "Issue a gift card" }).click();
    await choose(page, "Region", "Europe");
    await page.getByRole("textbox", { name: "Value" }).fill("25");
    await page.getByRole("dialog").getByRole("button", { name: "Issue a gift card" }).click();
    await page.getByText("€25.00 of €25.00 are left").waitFor();
    await page.getByRole("textbox", { name: "Balance" }).fill("10.50");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("€10.50 of €25.00 are left").waitFor();
    expect(await rows("select value, balance from gift_card")).toEqual([{ value: 2500, balance: 1050 }]);
  });
});

describe("price lists", () => {
  it("get prices in a grid, and show what a customer would pay before they are active", {
    tags: ["short"],
  }, async () => {
    const page = await dashboard.open("/price-lists/new");
    await page.getByRole("textbox", { name: "Name" }).fill("Dealers");
    await page.getByRole("button", { name: "Create price list" }).click();
    await heading(page, "Dealers");
    await page.getByRole("combobox", { name: "Add products" }).click();
    await page.getByRole("option").first().click();
    await page.keyboard.press("Escape");
    const grid = page.getByRole("grid", { name: "Prices" });
    const place = await grid
      .getByRole("columnheader", { name: "Price in EUR" })
      .getAttribute("aria-colindex");
    await grid.locator(`[aria-rowindex="3"] [aria-colindex="${place}"]`).click();
    await page.keyboard.type("12.5");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Save 1 row" }).click();
    await page.getByText("1 product in the list").waitFor();
    const [price] = await rows<{ amount: number; variant: string }>(
      `select price.amount, variant.title as variant from money_amount price
        join price_list list on list.id = price.price_list_id
        join product_variant_money_amount link on link.money_amount_id = price.id
        join product_variant variant on variant.id = link.variant_id
        where list.name = 'Dealers' and price.currency_code = 'eur'`,
    );
    expect(price).toMatchObject({ amount: 1250 });
    await choose(page, "Region", "Europe");
    await page.getByRole("combobox", { name: "Goods" }).click();
    await page.getByRole("option", { name: price!.variant }).first().click();
    await page.getByRole("table", { name: "What a customer pays" }).waitFor();
    await checkAccessibility(page);

    await page.getByRole("switch", { name: "Active" }).click();
    await page.locator("form").getByRole("button", { name: "Save", exact: true }).click();
    await until(async () => {
      const [list] = await rows<{ status: string }>("select status from price_list where name = 'Dealers'");
      return list?.status === "active";
    });
    await page.getByRole("link", { name: "All price lists" }).click();
    await page.getByRole("link", { name: "Dealers" }).waitFor();
  });
});
