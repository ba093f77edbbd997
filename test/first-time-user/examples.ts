import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pack, root } from "../../scripts/packaging/write-package.ts";
import { launchChromium } from "../support/browser/chromium.ts";

// The complete examples of plugins: packed as their authors do it, and their pages in the dashboard of the shop.

/** With the `node_modules` of another plugin: the compiler and the packed server. */
export const packExamples = (into: string, modules: string): string[] =>
  ["loyalty-points", "product-reviews"].map((name) => {
    const folder = join(into, name);
    cpSync(join(root, "examples", name), folder, { recursive: true });
    symlinkSync(modules, join(folder, "node_modules"));
    const tsc = join(modules, "typescript/bin/tsc");
    execFileSync(process.execPath, [tsc], { cwd: folder, stdio: "inherit" });
    return pack(folder, into);
  });

export const EXAMPLES = ["tradewind-loyalty-points", "tradewind-product-reviews"];

const pages = [
  { path: "loyalty-points", heading: "Loyalty" },
  { path: "product-reviews", heading: "Reviews" },
];

/** The modules are served, and each page is drawn in Chromium without an error. `cookie` is that of an admin. */
export async function showExamples(url: string, cookie: string): Promise<void> {
  const me = await (await fetch(`${url}/admin/permissions/me`, { headers: { cookie } })).json();
  const { plugins } = me as { plugins: { name: string; module: string }[] };
  for (const { path } of pages) {
    const { module } = plugins.find(({ name }) => name === path)!;
    const answer = await fetch(`${url}/app/${module}`);
    assert.deepEqual([answer.status, /javascript/.test(answer.headers.get("content-type")!)], [200, true]);
  }
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ locale: "en-GB" });
    const [name, value] = cookie.split("=") as [string, string];
    await context.addCookies([{ name, value, url }]);
    await context.addInitScript(`localStorage.setItem("tradewind.logged-in", "yes")`);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    for (const { path, heading } of pages) {
      await page.goto(`${url}/app/plugins/${path}/`);
      await page.getByRole("heading", { name: heading, exact: true, level: 1 }).waitFor();
    }
    assert.deepEqual(errors, []);
  } finally {
    await browser.close();
  }
}
