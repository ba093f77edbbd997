import type { Browser, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { joinNotes } from "../../src/module/join-notes.ts";
import { modules, readingOrder } from "../../src/modules.ts";
import { violationsOf } from "../support/browser/accessibility.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { patience } from "../support/time/patience.ts";

const { it, shop } = withShop();
const tags = joinNotes(modules, readingOrder.groups).flatMap((group) => group.tags);

let browser: Browser;
let page: Page;
const problems: string[] = [];

it.beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
  page.setDefaultTimeout(patience(30_000));
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) problems.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(shop.baseUrl)) problems.push(`loads ${request.url()}`);
  });
  await page.goto(`${shop.baseUrl}/docs`);
});
it.afterAll(() => browser.close());

const inNavigation = (name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true });

describe("/docs in a browser", () => {
  it("opens every group, and every operation with its answers", async () => {
    for (const { name, description, operations } of tags) {
      await inNavigation(name).click();
      await page.getByRole("main").getByText(description).waitFor();
      const folds = page.locator("main #content > details");
      expect(await folds.count(), name).toBe(Object.keys(operations).length);
      await folds.evaluateAll(openAll);
      await folds.last().getByText("Try it").waitFor();
      await page.locator("main #content > details > details").evaluateAll(openAll);
      await folds.last().locator(".try").waitFor();
    }
  });

  it("tells operations of the storefront and of admins apart, in the list and beside it", async () => {
    await inNavigation("Products").click();
    const listOf = (surface: string) => page.getByRole("list", { name: `Products, ${surface}`, exact: true });
    const linksOf = (surface: string) =>
      listOf(surface)
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => String(link).split("#")[1]!));
    type Operations = Record<string, { operationId: string; tags: string[] }>;
    const paths: Record<string, Operations> = (await shop.visitor().get("/openapi.json")).body.paths;
    const idsBelow = (start: string) =>
      Object.entries(paths)
        .filter(([path]) => path.startsWith(start))
        .flatMap(([, methods]) => Object.values(methods))
        .filter((operation) => operation.tags[0] === "Products")
        .map(({ operationId }) => operationId);
    expect(await linksOf("Storefront")).toEqual(idsBelow("/store/"));
    expect(await linksOf("Admin")).toEqual(idsBelow("/admin/"));
    expect(idsBelow("/admin/").length).toBeGreaterThan(idsBelow("/store/").length);
    expect(await page.getByRole("main").getByRole("heading", { level: 3 }).allInnerTexts()).toEqual([
      "Storefront",
      "Admin",
    ]);
    expect(await violationsOf(page, "one")).toEqual([]);
    if (process.env["REFERENCE_PICTURE"]) await page.screenshot({ path: process.env["REFERENCE_PICTURE"] });
  });

  it("finds operations by their words", async () => {
    await page.getByLabel("Search operations").fill("gift balance");
    await page.getByRole("navigation").getByText("Get a gift card by its code").click();
    await page.getByText("Returns value, balance and region of a gift card.").waitFor();
    await page.getByLabel("Search operations").fill("");
  });

  it("sends requests with a token, and with the session", async () => {
    const { body } = await shop.visitor().post("/admin/auth/token", ADMIN);
    await page.getByLabel("Token").fill(body.access_token);
    expect(await answerTo("getAdminStore")).toContain('"feature_flags"');
    await page.getByLabel("Token").fill("");
    expect(await answerTo("getAdminStore")).toContain("401");
    expect(await answerTo("logInAdminUser", JSON.stringify(ADMIN))).toContain("200");
    expect(await answerTo("getAdminStore")).toContain('"feature_flags"');
  });

  it("has loaded nothing from other hosts, and its policy was kept", () => {
    expect(problems).toEqual([]);
  });
});

/** In the browser. */
function openAll(folds: unknown[]): void {
  for (const fold of folds as { open: boolean }[]) fold.open = true;
}

async function answerTo(operationId: string, body?: string): Promise<string> {
  await page.goto(`${shop.baseUrl}/docs#`);
  await page.goto(`${shop.baseUrl}/docs#${operationId}`);
  const fold = page.locator(`#${operationId}`);
  await fold.getByText("Try it").click();
  if (body) await fold.getByLabel("Body").fill(body);
  await fold.getByRole("button", { name: "Send" }).click();
  await fold.locator(".answer pre").waitFor();
  return fold.locator(".answer").innerText();
}
