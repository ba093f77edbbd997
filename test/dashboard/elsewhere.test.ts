import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
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

/** Any server of static files: what it does not have is the page. The application is below a path of its choice. */
function serve(apiUrl: string): Promise<Server> {
  const folder = join(packageRoot, "dist/dashboard");
  const page = readFileSync(join(folder, "index.html"), "utf8").replace(
    'href="/app/"',
    'href="/shop/back-office/"',
  );
  const server = createServer(({ url = "" }, response) => {
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

describe("the dashboard on another host", () => {
  it("finds the API by config.json, below the path of <base href>", async () => {
    const server = await serve(dashboard.url);
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ locale: "en-US" });
      page.setDefaultTimeout(patience(10_000));
      const errors: string[] = [];
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      await page.goto(`http://127.0.0.1:${port}/shop/back-office/orders`);
      await page.getByLabel("Email").fill(ADMIN.email);
      await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
      await page.getByRole("button", { name: "Log in" }).click();
      await page.getByText("No orders yet. They appear here by themselves.").waitFor();
      expect(new URL(page.url()).pathname).toBe("/shop/back-office/orders");
      await page.reload();
      await page.getByText("No orders yet. They appear here by themselves.").waitFor();
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
      server.close();
    }
  });
});
