import { readFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { checkBothScreens } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";

const { it, dashboard } = withDashboard();

const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  dashboard.db.run({ text, values }) as never;
const aCustomer = async (email: string): Promise<string> => {
  const names = { first_name: "Mira", last_name: "Holm" };
  const { body } = await dashboard.api.post("/admin/customers", {
    email,
    ...names,
    password: "a long password",
  });
  return body.customer.id;
};

describe("a segment", () => {
  it("is made of rules, shows who matches, and is offered where groups are", async () => {
    const id = await aCustomer("mira@example.com");
    await dashboard.api.post("/admin/customer-tags/batch", { ids: [id], add: ["Patron"] });
    const page = await dashboard.open("/segments");
    await page.getByText(/^No segments yet/).waitFor();
    await checkBothScreens(page);
    await page.getByRole("button", { name: "New segment" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Choose at least one rule. Customers have to meet all of them.").waitFor();
    await dialog.getByRole("textbox", { name: "Name" }).fill("Patrons with an account");
    await dialog.getByRole("combobox", { name: "Has one of the tags" }).click();
    await page.getByRole("option", { name: "Patron" }).click();
    await page.keyboard.press("Escape");
    await dialog.getByRole("combobox", { name: "Account" }).click();
    await page.getByRole("option", { name: "Has an account" }).click();
    await dialog.getByText("1 customer matches now: Mira Holm").waitFor();
    await checkBothScreens(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page
      .getByRole("row", { name: /Patrons with an account/ })
      .getByText("1 tag · Has an account")
      .waitFor();
    await page.getByRole("button", { name: "Edit Patrons with an account" }).click();
    await dialog.getByLabel("Orders at least").fill("1");
    await dialog.getByText("0 customers match now").waitFor();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page
      .getByRole("row", { name: /Patrons with an account/ })
      .getByText("0", { exact: true })
      .waitFor();
    await page.getByRole("link", { name: "Patrons with an account" }).click();
    await page.getByText("No customer matches.").waitFor();

    await page.goto(page.url().replace(/\/customers.*/, "/segments"));
    await page.getByRole("button", { name: "Delete Patrons with an account" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText(/^No segments yet/).waitFor();
    expect(await rows("select name from customer_group where name like 'Patrons%'")).toEqual([]);
  });

  it("is refused without a rule, and readable on a phone in German", async () => {
    const page = await dashboard.open("/segments", { width: 390, locale: "de-DE" });
    await page.getByRole("button", { name: "Neues Segment" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Ohne Regel");
    dashboard.allow(/status of 400/);
    await dialog.getByRole("button", { name: "Speichern" }).click();
    await dialog.getByRole("alert").waitFor();
    await checkBothScreens(page);
    expect(await rows("select * from customer_group where name = 'Ohne Regel'")).toEqual([]);
  });
});

describe("the members of a segment", () => {
  it("get a discount of their own, and are exported by themselves", { tags: ["short"] }, async () => {
    const { api } = dashboard;
    const [member] = [await aCustomer("patron@example.com"), await aCustomer("nobody@example.com")];
    await api.post("/admin/customer-tags/batch", { ids: [member], add: ["Supporter"] });
    const [tag] = await rows<{ id: string }>(
      "select id from tradewind.customer_tag where name = 'Supporter'",
    );
    const rules = { tags: { any: [tag!.id] } };
    const { body } = await api.post("/admin/segments", { name: "Supporters", rules });

    const page = await dashboard.open("/discounts/new");
    await page.getByRole("textbox", { name: "Code" }).fill("supporters");
    await page.getByRole("combobox", { name: "Regions" }).click();
    await page.getByRole("option", { name: /Europe/ }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: "Percent" }).fill("15");
    await page.getByRole("button", { name: "Add a condition" }).click();
    await page.getByRole("menuitem", { name: "Customer groups" }).click();
    await page.getByRole("combobox", { name: "Customer groups", exact: true }).click();
    await page.getByRole("option", { name: "Supporters" }).click();
    await page.keyboard.press("Escape");
    await checkBothScreens(page);
    await page.getByRole("button", { name: "Create discount" }).click();
    await page.getByRole("heading", { name: "SUPPORTERS", level: 1 }).waitFor();
    const named = await rows("select customer_group_id as id from discount_condition_customer_group");
    expect(named).toEqual([{ id: body.segment.id }]);

    await page.goto(`${dashboard.url}/app/segments`);
    await page.getByRole("link", { name: "Supporters" }).click();
    await page.getByText("1 customer", { exact: true }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export" }).click(),
    ]);
    const lines = readFileSync((await file.path())!, "utf8")
      .trim()
      .split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("patron@example.com");
  });
});

describe("the page of a customer", () => {
  it("adds, edits and deletes addresses, and chooses the one for invoices", async () => {
    const id = await aCustomer("book@example.com");
    const page = await dashboard.open(`/customers/${id}`);
    await page.getByText("None stored").waitFor();
    await page.getByRole("button", { name: "Add an address" }).click();
    const dialog = page.getByRole("dialog");
    const fields = {
      "First name": "Mira",
      "Last name": "Holm",
      "Street and number": "Havn 1",
      "Postal code": "1000",
      City: "Odense",
    };
    for (const [label, value] of Object.entries(fields))
      await dialog.getByLabel(label, { exact: true }).fill(value);
    await dialog.getByRole("combobox", { name: "Country" }).click();
    await page.getByRole("option", { name: "Denmark" }).click();
    await dialog.getByLabel("Use as billing address").check();
    await checkBothScreens(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Billing address").waitFor();
    await page.getByRole("button", { name: "Edit the address of Mira Holm" }).click();
    await dialog.getByLabel("City", { exact: true }).fill("Aarhus");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("1000 Aarhus").waitFor();
    await checkBothScreens(page);
    await page.getByRole("button", { name: "Delete the address of Mira Holm" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("None stored").waitFor();
    expect(await rows("select * from address where customer_id = $1 and deleted_at is null", id)).toEqual([]);
  });

  it("records a consent with its text, shows the proof, and filters by it", async () => {
    const id = await aCustomer("news@example.com");
    const page = await dashboard.open(`/customers/${id}`);
    await page.getByRole("button", { name: "Record consent to Emails" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Where the customer decided" }).fill("Phone call");
    await dialog
      .getByRole("textbox", { name: "Text that the customer agreed to" })
      .fill("I want your newsletter");
    await checkBothScreens(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText(/^Given on/).waitFor();
    await page.getByRole("button", { name: "1 proof" }).click();
    await page.getByText("“I want your newsletter”").waitFor();
    await checkBothScreens(page);
    await page.getByRole("link", { name: "All customers" }).click();
    await page.getByRole("combobox", { name: "Marketing consent" }).click();
    await page.getByRole("option", { name: "Emails" }).click();
    await page.getByText("1 customer", { exact: true }).waitFor();
    await page.getByRole("table").getByRole("link", { name: "Mira Holm" }).click();
    await page.getByRole("button", { name: "Withdraw consent to Emails" }).click();
    await page
      .getByRole("dialog")
      .getByRole("textbox", { name: "Where the customer decided" })
      .fill("Letter");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByText(/^Withdrawn on/).waitFor();
    const stored = await rows(
      "select is_given, source from tradewind.consent_entry where customer_id = $1 order by recorded_at",
      id,
    );
    expect(stored).toEqual([
      { is_given: true, source: "Phone call" },
      { is_given: false, source: "Letter" },
    ]);
  });

  it("gives a copy of all data, and erases it after the email was typed", async () => {
    const order = await anOrderOf(dashboard, { email: "gone@example.com" });
    const [{ customer_id: id }] = (await rows<{ customer_id: string }>(
      `select customer_id from "order" where id = $1`,
      order.id,
    )) as [{ customer_id: string }];
    const page = await dashboard.open(`/customers/${id}`, { width: 390 });
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download all data" }).click(),
    ]);
    const data = JSON.parse(readFileSync((await file.path())!, "utf8"));
    expect(data.customer[0].email).toBe("gone@example.com");
    await page.getByRole("button", { name: "Erase personal data" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Type gone@example.com to confirm").fill("other@example.com");
    await dialog.getByRole("button", { name: "Erase for good" }).click();
    await dialog.getByText("This is not the email of the customer.").waitFor();
    await checkBothScreens(page);
    await dialog.getByLabel("Type gone@example.com to confirm").fill("Gone@example.com");
    dashboard.allow(/status of 400/);
    await dialog.getByRole("button", { name: "Erase for good" }).click();
    await dialog.getByText(/is not shipped/).waitFor();
    await dialog.getByLabel("Erase although something is open").check();
    await dialog.getByRole("button", { name: "Erase for good" }).click();
    await page.getByText("The personal data is erased.").waitFor();
    await page.getByRole("heading", { name: "Customers", level: 1 }).waitFor();
    expect(await rows("select email from customer where id = $1", id)).toEqual([
      { email: `erased-${id.toLowerCase()}@erased.invalid` },
    ]);
  });
});
