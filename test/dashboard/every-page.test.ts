import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { violationsOf } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { aCart, changeCart } from "../support/factories/carts.ts";
import { aDraft } from "../support/factories/draft-orders.ts";
import { orderIn } from "../support/factories/orders.ts";
import { until, untilOrGivenUp } from "../support/time/until.ts";

const { it, dashboard } = withDashboard();

const WIDTHS = [1440, 390] as const;

describe("every page", () => {
  it("has a heading, and is as wide as the screen, also on a phone", { tags: ["short"] }, async () => {
    await onEveryPage(async (page, { name, width }) => {
      expect.soft(await page.locator("h1").count(), `headings of ${name}`).toBe(1);
      expect.soft(await widthOf(page, width), name).toBe(width);
    });
  });

  it("breaks no rule of axe, in light and in dark, also on a phone", async () => {
    await onEveryPage(async (page, { name }) => {
      expect.soft(await violationsOf(page), name).toEqual([]);
    });
  });
});

describe("pages with long names and large amounts", () => {
  it("are as wide as the screen", async () => {
    const { id } = await aLargeOrder();
    const { product_id } = (await dashboard.api.get(`/admin/orders/${id}`)).body.order.items[0].variant;
    const page = await dashboard.open("/");
    for (const path of ["/", "/orders", `/orders/${id}`, "/products", `/products/${product_id}`]) {
      await page.goto(`${dashboard.url}/app${path}`);
      await ready(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect.soft(await widthOf(page, width), `${path}, ${width} pixels wide`).toBe(width);
      }
    }
  });
});

/** The title, the buyer and the price are as long as people can make them. */
async function aLargeOrder() {
  const { api } = dashboard;
  const first = await anOrderOf(dashboard);
  const { variant } = (await api.get(`/admin/orders/${first.id}`)).body.order.items[0];
  const at = `/admin/products/${variant.product_id}`;
  const prices = [{ currency_code: "eur", amount: 1_500_000_000 }];
  expect((await api.post(at, { title: "Windproof".repeat(25) })).status).toBe(200);
  expect((await api.post(`${at}/variants/${variant.id}`, { prices })).status).toBe(200);
  const name = "Wolfeschlegelsteinhausenbergerdorff".repeat(3);
  const email = `${"long".repeat(15)}@${"mail".repeat(15)}.${"company".repeat(8)}.example`;
  return anOrderOf(dashboard, { email, address: { first_name: name, last_name: name, address_1: name } });
}

const WIDTH = "document.documentElement.scrollWidth";

/** How wide the page is, once it had the time to become as wide as the screen. */
async function widthOf(page: Page, ofScreen: number): Promise<unknown> {
  await untilOrGivenUp(async () => (await page.evaluate(WIDTH)) === ofScreen, 2_000);
  return page.evaluate(WIDTH);
}

interface Screen {
  width: number;
  name: string;
}

/** What the pages show is made once for the tests of this file. */
let objects: Promise<Record<string, string>> | undefined;

async function onEveryPage(check: (page: Page, screen: Screen) => Promise<void>): Promise<void> {
  objects ??= anObjectOfEachKind();
  const idOf = await objects;
  const page = await dashboard.open("/settings");
  await ready(page);
  for (const route of await routesOf(page)) {
    const [kind, rest] = route.split(/\/\$(?:id|kind)/) as [string, string | undefined];
    expect(rest === undefined || idOf[kind] !== undefined, `an object for ${route}`).toBe(true);
    await go(page, rest === undefined ? route : `${kind}/${idOf[kind]}${rest}`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await check(page, { width, name: `${route}, ${width} pixels wide` });
    }
  }
}

/** The router of the application, in the browser. */
const ROUTER = "globalThis.__TSR_ROUTER__";

/** From the router itself, so that no page can be forgotten; and one that it does not know. */
async function routesOf(page: Page): Promise<string[]> {
  const paths = (await page.evaluate(`Object.keys(${ROUTER}.routesByPath)`)) as string[];
  const routes = [...new Set(paths.map((path) => path.replace(/(.)\/$/, "$1")))];
  expect(routes.length).toBeGreaterThan(55);
  return [...routes, "/nowhere"];
}

/** Without loading the application again: its scripts are the same for all pages. */
async function go(page: Page, to: string): Promise<void> {
  await page.evaluate(`${ROUTER}.navigate({ href: ${ROUTER}.history.createHref("/app${to}") })`);
  await ready(page);
}

/** The page is there, and everything that it asked for. */
const ready = (page: Page) =>
  until(
    async () =>
      (await page.evaluate(`${ROUTER}?.state.status === "idle" && document.querySelector("h1") !== null
        && ${ROUTER}.options.context.queryClient.isFetching() === 0`)) === true,
  );

/** By the path of its page, as the routes have it before `$id` or `$kind`. */
async function anObjectOfEachKind(): Promise<Record<string, string>> {
  const { api } = dashboard;
  const made = async (path: string, body: object, name: string) => {
    const answer = await api.post(`/admin/${path}`, body);
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body[name].id as string;
  };
  const first = async (path: string, name: string) =>
    (await api.get(`/admin/${path}`)).body[name][0].id as string;
  const order = await aSentOrder();
  const region = await first("regions?limit=1", "regions");
  const option = await first(`shipping-options?region_id=${region}&is_return=false`, "shipping_options");
  const draft = await aDraft(api, { regionId: region, shipping: [{ option_id: option }] });
  const location_id = await first("stock-locations", "stock_locations");
  const inventory_item_id = await first("inventory-items?limit=1", "inventory_items");
  const goods = { supplier: "Rope Ltd", lines: [{ inventory_item_id, quantity: 1 }] };
  const url = "https://example.com/hook";
  return {
    "/orders": order.id,
    "/customers": await first("customers?limit=1", "customers"),
    "/customer-groups": await made("customer-groups", { name: "Sailors" }, "customer_group"),
    "/draft-orders": draft.id,
    "/abandoned-carts": await aCartLeft(region),
    "/discounts": await first("discounts?limit=1", "discounts"),
    "/price-lists": await made(
      "price-lists",
      { name: "Dealers", description: "", type: "sale", prices: [] },
      "price_list",
    ),
    "/gift-cards": await made("gift-cards", { region_id: region, value: 2500 }, "gift_card"),
    "/products": await first("products?limit=1", "products"),
    "/imports": await made("batch-jobs", { type: "product-export", context: {} }, "batch_job"),
    "/stock/transfers": await made(
      "stock-transfers",
      { to_location_id: location_id, ...goods },
      "stock_transfer",
    ),
    "/stock/counts": await made(
      "stock-counts",
      { location_id, inventory_item_ids: [inventory_item_id] },
      "stock_count",
    ),
    "/reports": "sales",
    "/settings/regions": region,
    "/settings/channels": await first("sales-channels", "sales_channels"),
    "/settings/roles": await made("roles", { name: "Sorter", permissions: ["products:read"] }, "role"),
    "/system/webhooks": await made("webhooks", { url, events: ["order.placed"] }, "webhook"),
  };
}

async function aCartLeft(region: string): Promise<string> {
  const { body } = await dashboard.api.get("/admin/variants?limit=1");
  const items = [{ variant_id: body.variants[0].id, quantity: 1 }];
  const { id } = await aCart(dashboard.api, { region_id: region, items });
  await changeCart(dashboard.api, id, { email: "left@example.com" });
  return id;
}

async function aSentOrder() {
  const order = await anOrderOf(dashboard, { quantity: 2 });
  const at = `/admin/orders/${order.id}`;
  orderIn(await dashboard.api.post(`${at}/capture`));
  const items = [{ item_id: order.items[0]!.id, quantity: 2 }];
  const packed = orderIn(await dashboard.api.post(`${at}/fulfillment`, { items }));
  orderIn(await dashboard.api.post(`${at}/shipment`, { fulfillment_id: packed.fulfillments[0].id }));
  return order;
}
