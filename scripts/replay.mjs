// Replays recorded conversations against the built server: node scripts/replay.mjs <replay tool> [flow …]
// Without flows, all that this version serves.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const served = [
  [
    "admin-session",
    "oauth-apps",
    "collections-crud",
    "collections-list",
    "currencies",
    "customer-groups-crud",
  ],
  ["customer-group-members", "customers-admin", "customer-profile", "store-account", "users-and-invites"],
  ["collection-products", "products", "product-categories", "variants-and-options", "price-lists", "regions"],
  ["sales-channels-and-keys", "shipping-options-and-profiles", "tax-rates", "store-notes-reasons", "uploads"],
  ["cart-create", "cart-line-items", "cart-update", "cart-region-change", "cart-gift-cards"],
  ["cart-discount-types", "cart-discount-conditions", "cart-discount-refused", "price-selection"],
  ["discounts-create", "discounts-list", "discounts-manage", "gift-cards-admin", "payment-sessions"],
  ["shipping-methods", "taxes-manual", "taxes-rates"],
  ["complete-order", "complete-refused", "complete-idempotency", "batch-jobs", "product-export"],
].flat();

const [tool, ...asked] = process.argv.slice(2);
if (!tool) throw new Error("the path of the replay tool is missing");
const login = { email: "admin@tradewind.local", password: "a password for the replay" };
const folder = mkdtempSync(join(tmpdir(), "tradewind-replay-"));
chmodSync(folder, 0o711);

execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
const server = spawn(process.execPath, ["dist/main.js", "start", "--no-demo", "--port", "0"], {
  env: {
    ...process.env,
    TRADEWIND_DATA_DIR: folder,
    TRADEWIND_ADMIN_PASSWORD: login.password,
    LOG_LEVEL: "error",
  },
  stdio: ["ignore", "pipe", "inherit"],
});
const ended = new Promise((resolve) => server.once("exit", resolve));
const url = await new Promise((resolve, reject) => {
  let text = "";
  server.stdout.on("data", (chunk) => {
    text += chunk;
    const found = /API\s+(\S+)/.exec(text)?.[1];
    if (found) resolve(found);
  });
  ended.then(() => reject(new Error(`the server did not start:\n${text}`)));
});

const flows = asked.length > 0 ? asked : served;
const words = [
  "--base",
  url,
  "--email",
  login.email,
  "--password",
  login.password,
  ...flows.flatMap((flow) => ["--flow", flow]),
];
const { status } = spawnSync(process.execPath, [tool, ...words], { stdio: "inherit" });
server.kill("SIGTERM");
await ended;
rmSync(folder, { recursive: true, force: true });
process.exitCode = status ?? 1;
