import { createReadStream, existsSync, readFileSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { packageRoot } from "../../src/package-root.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { ADMIN } from "../support/fixtures/credentials.ts";
import { ownPort } from "../support/servers/free-port.ts";
import { patience } from "../support/time/patience.ts";

const port = await ownPort();
const { it, dashboard } = withDashboard({ ADMIN_CORS: `http://127.0.0.1:${port}` });

const TYPES = { js: "text/javascript", css: "text/css", svg: "image/svg+xml", json: "application/json" };

const BUILT = join(packageRoot, "dist/dashboard");

/** Any server of static files: what it does not have is the page. The application is below a path of its choice. */
function serve(apiUrl: string, folder = BUILT): Promise<Server> {
  const server = createServer(({ url = "" }, response) => {
    const page = readFileSync(join(folder, "index.html"), "utf8").replace(
      'href="/app/"',
      'href="/shop/back-office/"',
    );
    const name = url.replace("/shop/back-office/", "").split("?", 1)[0]!;
    if (name === "config.json")
      return response.setHeader("content-type", TYPES.json).end(JSON.stringify({ apiUrl }));
    const path = join(folder, name);
    if (!/\.\w+$/.test(name) || !existsSync(path))
      return response.setHeader("content-type", "text/html").end(page);
    response.setHeader("content-type", TYPES[name.split(".").at(-1) as keyof typeof TYPES]);
    return createReadStream(path).pipe(response);
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}

const logIn = async (page: Page) => {
  await page.goto(`http://127.0.0.1:${port}/shop/back-office/orders`);
  await page.getByLabel("Email").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText("No orders yet. They appear here by themselves.").waitFor();
};

/** Scripts of the next version have other names, and those of the version before are gone. */
async function update(folder: string): Promise<void> {
  const assets = join(folder, "assets");
  const scripts = (await readdir(assets)).filter((name) => name.endsWith(".js"));
  const next = (text: string) => text.replace(/(-[\w-]{8})\.js\b/g, "$1.next.js");
  for (const file of [join(folder, "index.html"), ...scripts.map((name) => join(assets, name))])
    await writeFile(file, next(await readFile(file, "utf8")));
  for (const name of scripts) await rename(join(assets, name), join(assets, next(name)));
}

describe("the dashboard on another host", () => {
  it("finds the API by config.json, below the path of <base href>", async () => {
    const server = await serve(dashboard.url);
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ locale: "en-US" });
      page.setDefaultTimeout(patience(10_000));
      const errors: string[] = [];
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      await logIn(page);
      expect(new URL(page.url()).pathname).toBe("/shop/back-office/orders");
      await page.reload();
      await page.getByText("No orders yet. They appear here by themselves.").waitFor();
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
      server.close();
    }
  });

  it("loads itself again in a tab from before an update, whose scripts are gone", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dashboard-"));
    await cp(BUILT, folder, { recursive: true });
    const server = await serve(dashboard.url, folder);
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ locale: "en-US" });
      page.setDefaultTimeout(patience(10_000));
      await logIn(page);
      await update(folder);
      await page.getByRole("link", { name: "Discounts" }).click();
      await page.getByRole("heading", { name: "Discounts", level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/shop/back-office/discounts");
    } finally {
      await browser.close();
      server.close();
      await rm(folder, { recursive: true });
    }
  });
});
