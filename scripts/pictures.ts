// Makes the pictures of README.md and of docs/guides/dashboard.md from a running demo shop:
// TRADEWIND_ADMIN_EMAIL=… TRADEWIND_ADMIN_PASSWORD=… npm run pictures -- http://localhost:9000
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { launchChromium } from "../test/support/browser/chromium.ts";

const [url = "http://localhost:9000"] = process.argv.slice(2);
const folder = fileURLToPath(new URL("../docs/images/", import.meta.url));

interface Picture {
  name: string;
  path: string;
  /** What is done before the picture is taken. */
  prepare?(page: Page): Promise<unknown>;
}

const pages: Picture[] = [
  { name: "home", path: "/" },
  { name: "reference", path: "/docs#tag/Carts" },
];

async function firstLink(page: Page): Promise<void> {
  const list = await page.locator("main h1").innerText();
  await page.getByRole("table").getByRole("link").first().click();
  await page.locator("main h1").filter({ hasNotText: list }).waitFor();
}

const dashboard: Picture[] = [
  { name: "dashboard-home", path: "/" },
  { name: "dashboard-orders", path: "/orders" },
  { name: "dashboard-order", path: "/orders", prepare: firstLink },
  { name: "dashboard-returns", path: "/returns" },
  { name: "dashboard-products", path: "/products" },
  { name: "dashboard-product", path: "/products", prepare: firstLink },
  { name: "dashboard-stock", path: "/stock" },
  { name: "dashboard-customers", path: "/customers" },
  { name: "dashboard-discounts", path: "/discounts" },
  { name: "dashboard-settings", path: "/settings" },
  { name: "dashboard-system", path: "/system/events" },
];

async function take(page: Page, { name, path, prepare }: Picture): Promise<void> {
  await page.goto(url + path, { waitUntil: "networkidle" });
  await prepare?.(page);
  await page.locator("[aria-busy=true], .mantine-Skeleton-root").first().waitFor({ state: "detached" });
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: `${folder}${name}.png`, animations: "disabled" });
}

async function logIn(page: Page): Promise<void> {
  await page.goto(`${url}/app/login`);
  await page.getByLabel("Email").fill(process.env["TRADEWIND_ADMIN_EMAIL"] ?? "admin@tradewind.local");
  await page.getByLabel("Password", { exact: true }).fill(process.env["TRADEWIND_ADMIN_PASSWORD"] ?? "");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("navigation").waitFor();
}

mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
const look = { colorScheme: "light", locale: "en-US", reducedMotion: "reduce" } as const;
const page = await browser.newPage({ ...look, viewport: { width: 1000, height: 680 } });
page.setDefaultTimeout(60_000);
for (const picture of pages) await take(page, picture);
await page.setViewportSize({ width: 1280, height: 800 });
await logIn(page);
for (const picture of dashboard) await take(page, { ...picture, path: `/app${picture.path}` });
await page.emulateMedia({ colorScheme: "dark" });
await page.setViewportSize({ width: 390, height: 780 });
await take(page, { name: "dashboard-phone", path: "/app/orders" });
await browser.close();
