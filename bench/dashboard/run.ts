/**
 * How long a new tab of the dashboard takes until it can be used: `npm run bench:dashboard -- [--times 7] [--slower 1]`. The built server with
 * the demo shop, and Chromium on the same machine; `--slower 2` halves the speed of the browser.
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { BrowserContext, Page } from "playwright-core";
import { launchChromium } from "../../test/support/browser/chromium.ts";
import { logIn } from "../checkout/shop.ts";
import { LoadClient } from "../support/client.ts";
import { median } from "../support/measure.ts";
import { ADMIN, startServer, withFolder } from "../support/server.ts";
import { table } from "../support/table.ts";

const { values } = parseArgs({
  options: { times: { type: "string", default: "7" }, slower: { type: "string", default: "1" } },
});
/** Enough for a full page of them. */
const ORDERS = 50;

const [times, slower] = [Number(values.times), Number(values.slower)];

interface Tab {
  name: string;
  path: string;
  isReady: (page: Page) => Promise<void>;
}

const row = (page: Page) => page.getByRole("table").getByRole("row").nth(1).waitFor();
const heading = (page: Page) => page.getByRole("heading", { level: 1 }).waitFor();

async function tabsOf(admin: LoadClient): Promise<Tab[]> {
  const { orders } = await admin.get("/admin/orders?limit=1&fields=id");
  const { products } = await admin.get("/admin/products?limit=1&fields=id");
  return [
    {
      name: "home, with its chart",
      path: "/",
      isReady: (page) => page.locator(".recharts-surface").first().waitFor(),
    },
    { name: "orders", path: "/orders", isReady: row },
    { name: "products", path: "/products", isReady: row },
    { name: "one order", path: `/orders/${orders[0].id}`, isReady: heading },
    { name: "one product", path: `/products/${products[0].id}`, isReady: heading },
  ];
}

interface Took {
  /** Milliseconds from the address to what can be used. */
  all: number;
  /** Of these the browser ran scripts. */
  scripts: number;
}

async function timed(context: BrowserContext, url: string, { path, isReady }: Tab): Promise<Took> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  if (slower > 1) await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  const began = performance.now();
  await page.goto(`${url}/app${path}`, { waitUntil: "commit" });
  await isReady(page);
  const all = performance.now() - began;
  const { metrics } = await session.send("Performance.getMetrics");
  const scripts = 1000 * (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0);
  await page.close();
  return { all, scripts };
}

await withFolder(async (folder) => {
  const server = await startServer(folder);
  const browser = await launchChromium();
  try {
    const admin = await logIn(new LoadClient(server.url), ADMIN);
    // The demo shop makes its orders after the start.
    while ((await admin.get("/admin/orders?limit=1&fields=id")).count < ORDERS) await pause(500);
    await pause(5_000);
    const tabs = await tabsOf(admin);
    const context = await browser.newContext({ locale: "en-US", viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${server.url}/app/login`);
    await page.getByLabel("Email").fill(ADMIN.email);
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.keyboard.press("Enter");
    await page.locator(".recharts-surface").first().waitFor();
    await page.close();
    const lines: string[][] = [];
    for (const tab of tabs) {
      await timed(context, server.url, tab);
      const took: Took[] = [];
      for (let time = 0; time < times; time++) took.push(await timed(context, server.url, tab));
      const of = (part: keyof Took) => took.map((each) => each[part]);
      const figures = [
        median(of("all")),
        Math.min(...of("all")),
        Math.max(...of("all")),
        median(of("scripts")),
      ];
      lines.push([tab.name, ...figures.map((ms) => ms.toFixed(0))]);
    }
    console.log(table(["new tab", "median ms", "best", "worst", "of these in scripts"], lines));
  } finally {
    await browser.close();
    await server.stop();
  }
});
