import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkBothScreens } from "../support/browser/accessibility.ts";
import { anOrderOf, demoRegion } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { orderIn } from "../support/factories/orders.ts";
import { PNG } from "../support/factories/uploads.ts";
import { ParcelService } from "../support/services/parcel-service.ts";

const carrier = new ParcelService();
const { it, dashboard } = withDashboard({
  PARCEL_SERVICE_URL: await carrier.start(),
  PARCEL_SERVICE_TOKEN: "parcels",
  TRADEWIND_PLUGINS: "./examples/plugin/parcel-service.mjs",
});
it.afterAll(() => carrier.stop());

async function saved(page: Page, start: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent("download"), start()]);
  return { name: download.suggestedFilename(), head: (await readFile(await download.path())).subarray(0, 5) };
}

describe("paper", () => {
  it("has the shop's name, address and logo, and a broken logo is named", async () => {
    const page = await dashboard.open("/settings/store", { width: 390, height: 844 });
    await page.getByLabel("Name of the company").fill("Skerry ApS");
    await page.getByLabel("City").fill("Tórshavn");
    const card = page.locator("form").filter({ hasText: "Name of the company" });
    const choose = (buffer: Buffer) =>
      card.locator("input[type=file]").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
    await choose(Buffer.concat([PNG.subarray(0, 20), Buffer.from("and then nothing of a picture")]));
    await page.getByText("A new logo, to be saved.").waitFor();
    dashboard.allow(/status of 400/);
    await card.getByRole("button", { name: "Save" }).click();
    await page.getByText("the picture is broken").waitFor();
    await choose(PNG);
    await card.getByRole("button", { name: "Save" }).click();
    await page.getByRole("img", { name: "Logo" }).waitFor();
    await checkBothScreens(page);
    const { body } = await dashboard.api.get("/admin/shop-details");
    expect(body.shop_details).toMatchObject({ legal_name: "Skerry ApS", city: "Tórshavn" });
  });

  it("is saved from the order: invoice, credit note, packing slip and return form", async () => {
    const order = await anOrderOf(dashboard);
    await dashboard.api.post(`/admin/orders/${order.id}/capture`);
    await dashboard.api.post(`/admin/orders/${order.id}/refund`, { amount: 100, reason: "other" });
    const page = await dashboard.open(`/orders/${order.id}`);
    const print = (name: string) =>
      saved(page, async () => {
        await page.getByRole("button", { name: "Print" }).click();
        await page.getByRole("menuitem", { name }).click();
      });
    const first = await print("Invoice (PDF)");
    expect(String(first.head)).toBe("%PDF-");
    // The second time it is the same invoice.
    expect((await print("Invoice (PDF)")).name).toBe(first.name);
    expect(String((await print("Return form (PDF)")).head)).toBe("%PDF-");
    expect(String((await print("Packing slip (PDF)")).head)).toBe("%PDF-");
    const note = await saved(page, () => page.getByRole("button", { name: "Credit note (PDF)" }).click());
    expect(note.name).toMatch(/CN-\d+\.pdf$/);
    await page.getByText("An invoice was issued").waitFor();
    await checkBothScreens(page);
  });

  it("has the labels of the carrier, once a parcel is packed", { tags: ["short"] }, async () => {
    const { api } = dashboard;
    const { id: region_id } = await demoRegion(dashboard);
    const provider_id = "parcel-service";
    await api.post(`/admin/regions/${region_id}/fulfillment-providers`, { provider_id });
    const option = { name: "Parcel", region_id, provider_id, data: { id: "express" } };
    const way = await api.post("/admin/shipping-options", {
      ...option,
      price_type: "flat_rate",
      amount: 500,
    });
    const order = await anOrderOf(dashboard, { optionId: way.body.shipping_option.id });
    const page = await dashboard.open(`/orders/${order.id}`);
    await page.getByRole("button", { name: "Print" }).click();
    await page.getByRole("menuitem", { name: "Address label" }).waitFor();
    expect(await page.getByRole("menuitem", { name: "Labels of the carrier" }).count()).toBe(0);
    await page.keyboard.press("Escape");

    const items = [{ item_id: order.items[0]!.id, quantity: 1 }];
    const packed = orderIn(await api.post(`/admin/orders/${order.id}/fulfillment`, { items }));
    const { number } = carrier.shipments.get(packed.fulfillments[0].id)!;
    await page.reload();
    await page.getByRole("button", { name: "Print" }).click();
    const label = await saved(page, () =>
      page.getByRole("menuitem", { name: "Labels of the carrier" }).click(),
    );
    expect([label.name, String(label.head)]).toEqual([`label-${number}.pdf`, "label"]);
    await checkBothScreens(page);
  });

  it("of carriers is asked for every parcel, also of claims", async () => {
    const order = await anOrderOf(dashboard);
    const at = `/admin/orders/${order.id}`;
    const [line] = order.items;
    const sentBy = (await dashboard.api.get(at)).body.order.shipping_methods[0].shipping_option_id;
    await dashboard.api.post(`${at}/capture`);
    const packed = await dashboard.api.post(`${at}/fulfillment`, {
      items: [{ item_id: line!.id, quantity: 1 }],
    });
    const [parcel] = packed.body.order.fulfillments;
    await dashboard.api.post(`${at}/shipment`, { fulfillment_id: parcel.id });
    const claim = await dashboard.api.post(`${at}/claims`, {
      type: "replace",
      claim_items: [{ item_id: line!.id, quantity: 1, reason: "production_failure" }],
      additional_items: [{ variant_id: line!.variant_id, quantity: 1 }],
      shipping_methods: [{ option_id: sentBy, price: 0 }],
    });
    const [{ id }] = claim.body.order.claims;
    const sent = await dashboard.api.post(`${at}/claims/${id}/fulfillments`, {});
    const [replacement] = sent.body.order.claims[0].fulfillments;
    const page = await dashboard.open(`/orders/${order.id}`);
    const asked: string[] = [];
    page.on("request", (request) => {
      const [, of] = /fulfillments\/(\w+)\/documents/.exec(request.url()) ?? [];
      if (of) asked.push(of);
    });
    await page.getByRole("button", { name: "Print" }).click();
    await page.getByRole("menuitem", { name: /label/i }).last().click();
    await page
      .getByText(/carrier/i)
      .last()
      .waitFor();
    expect(asked).toEqual([parcel.id, replacement.id]);
  });
});
