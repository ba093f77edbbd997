// Makes the pictures of README.md from a running demo shop: npm run pictures -- http://localhost:9000
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const [url = "http://localhost:9000"] = process.argv.slice(2);
const folder = fileURLToPath(new URL("../docs/images/", import.meta.url));

const pictures = [
  { name: "home", path: "/" },
  { name: "reference", path: "/docs#tag/Carts" },
];

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1000, height: 680 }, colorScheme: "light" });
for (const { name, path } of pictures) {
  await page.goto(url + path, { waitUntil: "networkidle" });
  await page.screenshot({ path: `${folder}${name}.png` });
}
await browser.close();
