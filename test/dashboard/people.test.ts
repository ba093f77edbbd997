import { describe, expect } from "vitest";
import { checkBothScreens } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";

const { it, dashboard } = withDashboard();

const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  dashboard.db.run({ text, values }) as never;
const tagsOfOrder = (id: string) =>
  rows<{ name: string }>(
    `select name from tradewind.order_tag tag join tradewind.tagged_order on tag_id = tag.id where order_id = $1 order by name`,
    id,
  );

describe("tags", () => {
  it("are typed on an order, suggested on the next one, and filter the list", async () => {
    const [first, second] = [await anOrderOf(dashboard), await anOrderOf(dashboard)];
    const page = await dashboard.open(`/orders/${first.id}`);
    await page.getByRole("combobox", { name: "Tags" }).fill("Gift wrap");
    await page.keyboard.press("Enter");
    await page.getByText("The tags are saved.").waitFor();
    expect(await tagsOfOrder(first.id)).toEqual([{ name: "Gift wrap" }]);
    await page.getByText("Tags were changed").waitFor();
    await checkBothScreens(page);

    await page.goto(page.url().replace(first.id, second.id));
    await page.getByRole("combobox", { name: "Tags" }).fill("gift");
    await page.getByRole("option", { name: "Gift wrap" }).click();
    await page.getByText("The tags are saved.").first().waitFor();
    await page.getByRole("link", { name: "All orders" }).click();
    await page.getByRole("combobox", { name: "Tags" }).click();
    await page.getByRole("option", { name: "Gift wrap" }).click();
    await page.keyboard.press("Escape");
    await page.getByText("2 orders", { exact: true }).waitFor();
    expect(await page.getByRole("table").getByText("Gift wrap").count()).toBe(2);
    await checkBothScreens(page);
  });

  it("are added to and removed from several customers at once, renamed, merged and deleted", async () => {
    for (const email of ["ada@example.com", "bo@example.com"]) await anOrderOf(dashboard, { email });
    const page = await dashboard.open("/customers?q=example.com");
    for (const email of ["ada@example.com", "bo@example.com"])
      await page
        .getByRole("row", { name: new RegExp(email) })
        .getByRole("checkbox")
        .check();
    const bar = page.getByRole("region", { name: "For the selected customers" });
    await bar.getByText("2 selected").waitFor();
    await bar.getByRole("button", { name: "Tags" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Choose a tag to add or to remove.").waitFor();
    await dialog.getByLabel("Tags to add").fill("Club");
    await page.keyboard.press("Enter");
    await checkBothScreens(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page
      .getByRole("row", { name: /ada@example.com/ })
      .getByText("Club")
      .waitFor();

    const { body } = await dashboard.api.get("/admin/customers?q=ada@example.com&fields=id");
    await dashboard.api.post("/admin/customer-tags/batch", { ids: [body.customers[0].id], add: ["Members"] });
    await page.getByRole("link", { name: "Tags", exact: true }).click();
    await page.getByRole("row", { name: /Club/ }).getByText("2", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Rename Club" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("members");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByText("another tag has this name. Merge the two instead").waitFor();
    dashboard.allow(/status of 422/);
    await page.getByRole("dialog").getByLabel("Name").fill("Sailing club");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Merge Sailing club" }).click();
    await page.getByRole("combobox", { name: "Into" }).click();
    await page.getByRole("option", { name: "Members" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Merge" }).click();
    await page.getByText("The tags are one now.").waitFor();
    await page.getByText("1 tag", { exact: true }).waitFor();
    await checkBothScreens(page);
    await page.getByRole("button", { name: "Delete Members" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No tags yet. Add one on the page of a customer or an order.").waitFor();
    expect(await rows("select * from tradewind.tagged_customer")).toEqual([]);
  });
});

describe("an order", () => {
  it("is taken with one click, found under mine, and given to a colleague with others", {
    tags: ["short"],
  }, async () => {
    await dashboard.api.post("/admin/users", {
      email: "ben@example.com",
      first_name: "Ben",
      password: "a long password",
    });
    const [order, other] = [await anOrderOf(dashboard), await anOrderOf(dashboard)];
    const page = await dashboard.open(`/orders/${order.id}`);
    await page.getByRole("button", { name: "Assign to me" }).click();
    await page.getByText("The order is assigned.").waitFor();
    await page.getByText("The order was assigned").waitFor();
    await checkBothScreens(page);
    await page.getByRole("link", { name: "All orders" }).click();
    await page.getByRole("combobox", { name: "Assigned to" }).click();
    await page.getByRole("option", { name: "Me", exact: true }).click();
    await page.getByText("1 order", { exact: true }).waitFor();
    await page.getByRole("combobox", { name: "Assigned to" }).click();
    await page.getByRole("option", { name: "Unassigned, not shipped" }).click();
    await page.getByRole("checkbox", { name: `Select order ${other.display_id}` }).check();
    await page.getByRole("button", { name: "Assign", exact: true }).click();
    await page.getByRole("dialog").getByRole("combobox", { name: "To" }).click();
    await page.getByRole("option", { name: "Ben" }).click();
    await checkBothScreens(page);
    await page.getByRole("dialog").getByRole("button", { name: "Assign" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("status").filter({ hasText: "1 done" }).waitFor();
    const stored = await rows<{ email: string }>(
      `select email from tradewind.order_assignee join "user" on "user".id = user_id where order_id = $1`,
      other.id,
    );
    expect(stored).toEqual([{ email: "ben@example.com" }]);
  });

  it("has a note that mentions a colleague, also on a phone and in German", async () => {
    await dashboard.api.post("/admin/users", {
      email: "cleo@example.com",
      first_name: "Cleo",
      last_name: "Lund",
      password: "a long password",
    });
    const order = await anOrderOf(dashboard);
    const page = await dashboard.open(`/orders/${order.id}`, { width: 390, locale: "de-DE" });
    const note = page.getByRole("textbox", { name: "Notiz schreiben" });
    await note.pressSequentially("Bitte prüfen @cl");
    await page.getByRole("option", { name: "Cleo Lund" }).waitFor();
    await checkBothScreens(page);
    await page.keyboard.press("Enter");
    expect(await note.inputValue()).toBe("Bitte prüfen @Cleo Lund ");
    await page.getByRole("button", { name: "Notiz hinzufügen" }).click();
    // In the timeline, not in the field.
    await page.locator("p", { hasText: "Bitte prüfen @Cleo Lund" }).waitFor();
    const [event] = await rows<{ data: object }>(
      "select data from tradewind.event where name = 'note.mentioned' order by seq desc limit 1",
    );
    const [cleo] = await rows<{ id: string }>(`select id from "user" where email = 'cleo@example.com'`);
    expect(event!.data).toMatchObject({ user_id: cleo!.id, resource_id: order.id, resource_type: "order" });
  });
});
