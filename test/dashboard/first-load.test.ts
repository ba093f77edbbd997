import type { Page, Request } from "playwright-core";
import { describe, expect } from "vitest";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";

const { it, dashboard } = withDashboard();

const MAX_BYTES = 350_000;
/** Each of them is a way to the server and back, which takes long on a phone. */
const MAX_REQUESTS = 15;

/** Opens a page in a profile that has nothing in its cache, and returns what it requested until nothing was left to load. */
async function requestsOf(path: string, isReady: (page: Page) => Promise<void>): Promise<Request[]> {
  // A page without scripts.
  const page = await dashboard.open("/config.json", { isNew: true });
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  await page.goto(`${dashboard.url}/app${path}`);
  await isReady(page);
  await page.waitForTimeout(500);
  return requests;
}

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole("heading", { name, level: 1 }).waitFor();
const chart = (page: Page) => page.locator(".recharts-surface").first().waitFor();

describe("a new tab", { tags: ["short"] }, () => {
  it("makes few requests beside those for pictures of goods", async () => {
    const order = await anOrderOf(dashboard);
    const pages = [
      ["/", chart],
      ["/orders", heading("Orders")],
      ["/products", heading("Products")],
      [`/orders/${order.id}`, heading(/^#\d+|Order/)],
    ] as const;
    for (const [path, isReady] of pages) {
      const requests = await requestsOf(path, isReady);
      const paths = requests
        .filter((request) => request.resourceType() !== "image")
        .map((request) => new URL(request.url()).pathname);
      expect.soft(paths.length, `${path}: ${paths.join(" ")}`).toBeLessThanOrEqual(MAX_REQUESTS);
      expect(paths.length).toBeGreaterThan(5);
      // Their host is loaded in shops that have plugins with parts in the dashboard.
      expect(paths.filter((each) => /plugin|kit-hooks/.test(each))).toEqual([]);
    }
  });

  it("loads less than 350 kB for the home page with its chart", async () => {
    await anOrderOf(dashboard);
    const requests = await requestsOf("/", chart);
    const files = requests.filter((request) => new URL(request.url()).pathname.startsWith("/app"));
    const sizes = await Promise.all(
      files.map(async (file) => ({ path: file.url(), bytes: (await file.sizes()).responseBodySize })),
    );
    const bytes = sizes.reduce((sum, file) => sum + file.bytes, 0);
    expect(bytes, JSON.stringify(sizes)).toBeLessThan(MAX_BYTES);
    expect(bytes).toBeGreaterThan(MAX_BYTES / 10);
  });
});
