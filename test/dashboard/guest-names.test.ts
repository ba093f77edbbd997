import { checkBothScreens } from "../support/browser/accessibility.ts";
import { anOrderOf, demoRegion } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { aDraft } from "../support/factories/draft-orders.ts";
import { orderIn } from "../support/factories/orders.ts";
import { until } from "../support/time/until.ts";

const { it, dashboard } = withDashboard();

const ADDRESS = { first_name: "Ginevra", last_name: "Paltrinieri" };
const GINEVRA = "Ginevra Paltrinieri";

it("a guest has the name of the address on home, in every list, and where anything is found", {
  tags: ["short"],
}, async () => {
  const { api } = dashboard;
  const order = await anOrderOf(dashboard, { email: "gp@example.it", address: ADDRESS, quantity: 2 });
  const at = `/admin/orders/${order.id}`;
  orderIn(await api.post(`${at}/capture`));
  const items = [{ item_id: order.items[0]!.id, quantity: 2 }];
  const packed = orderIn(await api.post(`${at}/fulfillment`, { items }));
  orderIn(await api.post(`${at}/shipment`, { fulfillment_id: packed.fulfillments[0].id }));
  const back = [{ item_id: order.items[0]!.id, quantity: 1 }];
  orderIn(await api.post(`${at}/return`, { items: back }));

  const page = await dashboard.open("/");
  await page.getByRole("table", { name: "Newest orders" }).getByText(GINEVRA).waitFor();
  await page.goto(`${dashboard.url}/app/customers`);
  await page.getByRole("link", { name: GINEVRA, exact: true }).waitFor();
  await page.goto(`${dashboard.url}/app/returns`);
  await page.getByRole("cell", { name: GINEVRA }).waitFor();
  await checkBothScreens(page);
  await page.setViewportSize({ width: 390, height: 900 });
  const row = page.locator("tbody tr");
  for (const text of [GINEVRA, /20\d\d/]) await row.getByText(text).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${dashboard.url}/app/orders`);
  await page.getByRole("cell", { name: GINEVRA }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Find anything" }).fill("paltrinieri");
  const found = page.getByRole("dialog").getByRole("button", { name: GINEVRA });
  await until(async () => (await found.count()) === 2);
  await checkBothScreens(page);
});

it("a draft has the name of its address in its list, and where anything is found", async () => {
  const region = await demoRegion(dashboard);
  const shipping_address = { ...ADDRESS, country_code: region.countries[0].iso_2 };
  const options = await dashboard.api.get(`/admin/shipping-options?region_id=${region.id}&is_return=false`);
  const shipping = [{ option_id: options.body.shipping_options[0].id }];
  const draft = await aDraft(dashboard.api, { regionId: region.id, shipping }, { shipping_address });
  const page = await dashboard.open("/draft-orders");
  await page.getByRole("cell", { name: GINEVRA }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Find anything" }).fill("paltrinieri");
  const found = page.getByRole("dialog").getByRole("button", { name: `D${draft.display_id} ` });
  await found.getByText(GINEVRA).waitFor();
});
