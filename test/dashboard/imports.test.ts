import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import {
  columnsOf,
  guessOf,
  typeOf,
} from "../../dashboard/src/areas/import-export/new-import/known-columns.ts";
import { checkBothScreens } from "../support/browser/accessibility.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";

const { it, dashboard } = withDashboard();

const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  dashboard.db.run<Row>({ text, values });

const HEADER =
  "Handle,Title,Product Status,Option 1 Name,Option 1 Value,Variant Title,SKU,Stock,Price EUR,Our shelf";

const aFile = (bellPrice: string) => ({
  name: "catalogue.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(`${HEADER}
chart-table,Chart Table,published,Size,One,One,CHT-1,5,349.00,A1
brass-bell,Brass Bell,published,Size,Small,Small,BLL-S,8,${bellPrice},A2
`),
});

const choose = (page: Page, file: ReturnType<typeof aFile>) =>
  page.locator("input[type=file]").setInputFiles(file);

const imported = () =>
  rows<{ handle: string; stocked_quantity: number }>(
    `select product.handle, level.stocked_quantity from product join product_variant variant on product_id = product.id
     join product_variant_inventory_item needed on needed.variant_id = variant.id
     join inventory_level level on level.inventory_item_id = needed.inventory_item_id
     where product.handle in ('chart-table', 'brass-bell') order by product.handle`,
  );

describe("an import", () => {
  it("is mapped, rehearsed, corrected, confirmed, and is in the history", async () => {
    const page = await dashboard.open("/imports");
    await page.getByText("Nothing was imported or exported yet.").waitFor();
    await choose(page, aFile("cheap"));
    await page.getByText("9 of 10 columns will be imported.").waitFor();
    const meaning = (name: string) => page.getByRole("combobox", { name: `Meaning of the column ${name}` });
    expect(await meaning("SKU").inputValue()).toBe("Variant SKU");
    expect(await meaning("Our shelf").inputValue()).toBe("Leave out");
    await checkBothScreens(page);
    await page.getByRole("button", { name: "Rehearse the import" }).click();

    await page.getByText("1 row would be refused").waitFor();
    const error = page.getByRole("table", { name: "Errors" }).getByRole("row").nth(1);
    expect(await error.getByRole("cell").allTextContents()).toEqual([
      "3",
      'Price EUR must be an amount such as 10.50, not "cheap"',
    ]);
    expect(await imported()).toEqual([]);
    await checkBothScreens(page);

    await page.getByRole("button", { name: "Upload a corrected file" }).click();
    await page.getByRole("heading", { name: "Import a file" }).waitFor();
    await choose(page, aFile("19.50"));
    await page.getByRole("button", { name: "Rehearse the import" }).click();
    await page.getByText("All rows can be imported.").waitFor();
    expect(await imported()).toEqual([]);
    await page.getByRole("button", { name: "Confirm and import" }).click();
    await page.getByText("It is completed.").waitFor();
    expect(await imported()).toEqual([
      { handle: "brass-bell", stocked_quantity: 8 },
      { handle: "chart-table", stocked_quantity: 5 },
    ]);
    expect(await rows("select status from product where handle = 'brass-bell'")).toEqual([
      { status: "published" },
    ]);

    await page.getByRole("link", { name: "All imports and exports" }).click();
    await page.getByText("2 imports and exports").waitFor();
    await page.getByRole("combobox", { name: "State" }).click();
    await page.getByRole("option", { name: "Cancelled" }).click();
    await page.getByText("1 import or export").waitFor();
    expect(new URL(page.url()).search).toBe("?state=canceled");
  });

  it("begins on the page of a price list, for this list", async () => {
    const { body } = await dashboard.api.post("/admin/price-lists", {
      name: "Trade",
      description: "",
      type: "sale",
      prices: [],
    });
    const page = await dashboard.open(`/price-lists/${body.price_list.id}`);
    await page.getByRole("link", { name: "Import", exact: true }).click();
    await page.getByRole("combobox", { name: "Price list" }).and(page.locator("[value=Trade]")).waitFor();
    const [variant] = await rows<{ sku: string }>(
      "select sku from product_variant where sku is not null and deleted_at is null limit 1",
    );
    const buffer = Buffer.from(`SKU,Price EUR\n${variant!.sku},7.50\n`);
    await page.locator("input[type=file]").setInputFiles({ name: "trade.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Confirm and import" }).click();
    await page.getByText("It is completed.").waitFor();
    expect(
      await rows("select amount from money_amount where price_list_id = $1", [body.price_list.id]),
    ).toEqual([{ amount: 750 }]);
  });

  it("says which column is missing, and which two mean the same", async () => {
    const page = await dashboard.open("/imports/new?type=customer-import", { width: 390, height: 844 });
    const buffer = Buffer.from("Name,Mail,E-Mail\nAda,ada@example.com,ada@example.com\n");
    await choose(page, { name: "customers.csv", mimeType: "text/csv", buffer });
    await page.getByText("Two columns mean Email.").waitFor();
    const rehearse = page.getByRole("button", { name: "Rehearse the import" });
    expect(await rehearse.isDisabled()).toBe(true);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await page.getByRole("combobox", { name: "Meaning of the column E-Mail" }).click();
    await page.getByRole("option", { name: "Leave out" }).click();
    await page.getByRole("combobox", { name: "Meaning of the column Mail" }).click();
    await page.getByRole("option", { name: "Phone" }).click();
    await page.getByText("The file needs a column for Email.").waitFor();
    expect(await rows("select from batch_job where type = 'customer-import'")).toEqual([]);
  });

  it("is rehearsed at once when all columns have known names, which also say what it is", {
    tags: ["short"],
  }, async () => {
    const page = await dashboard.open("/imports");
    const buffer = Buffer.from("Email,First Name,Groups\nruth@example.com,Ruth,\n");
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
    await page.getByRole("heading", { name: "Import of customers" }).waitFor();
    await page.getByRole("button", { name: "Confirm and import" }).click();
    await page.getByText("It is completed.").waitFor();
    expect(await rows("select first_name from customer where email = 'ruth@example.com'")).toEqual([
      { first_name: "Ruth" },
    ]);
  });

  it("is known by its columns", { tags: ["short"] }, () => {
    const types = ["product-import", "price-list-import", "customer-import"] as const;
    expect(typeOf(["Handle", "Title", "SKU", "Price EUR"], types)).toBe("product-import");
    expect(typeOf(["SKU", "Price EUR"], types)).toBe("price-list-import");
    expect(typeOf(["Mail", "First name"], types)).toBe("customer-import");
    expect(typeOf(["Shelf", "Colour"], types)).toBeUndefined();
  });

  it("knows what names of columns mean", { tags: ["short"] }, () => {
    const known = columnsOf("product-import", {
      prices: ["Price EUR", "Price Europe [EUR]"],
      stock: [],
      fields: [],
    });
    const guesses = ["Product Title", "product_title", "title", "EAN", "EUR", "Option 7 Name", "shelf", ""];
    expect(guesses.map((name) => guessOf(name, known))).toEqual([
      "Product Title",
      "Product Title",
      "Product Title",
      "Variant Barcode",
      "Price EUR",
      "Option 7 Name",
      null,
      null,
    ]);
  });
});

describe("an export", () => {
  it("writes a file that can be downloaded, and is repeated", async () => {
    const page = await dashboard.open("/imports");
    await page.getByRole("button", { name: "Export" }).click();
    await checkBothScreens(page);
    await page.getByLabel("Only what matches").fill("headlamp");
    await page.getByRole("button", { name: "Start the export" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download the file" }).click();
    const file = readFileSync(await (await download).path(), "utf8");
    const [count] = await rows<{ count: number }>(
      "select count(*)::integer as count from product_variant join product on product.id = product_id where handle like '%headlamp%'",
    );
    expect(file.trimEnd().split("\r\n")).toHaveLength(count!.count + 1);
    await page.getByRole("button", { name: "Do it again" }).click();
    await page.getByText("It runs again").waitFor();
    const jobs = await rows("select from batch_job where type = 'product-export'");
    expect(jobs).toHaveLength(2);
  });
});
