// Replays recorded conversations against the built server: node scripts/replay.mjs <replay tool> [flow …]
// Without flows, all of them.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Steps that are answered otherwise on purpose, beside those that the recordings themselves name: the stock is right. */
const otherwise = {
  // Canceling an order again put its goods back a second time: 53 pieces on the shelf where there are 50.
  "order-cancel": ["cancel again", "stock is back", "storefront view"],
  // Pieces that an edit adds were not taken from stock, but put back when the order was canceled.
  "order-edits": ["confirm", "confirm again", "order after the edit"],
};

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

const report = join(folder, "report.json");
const words = [
  ["--base", url, "--email", login.email, "--password", login.password],
  ["--with", "inventory", "--json", report],
  asked.flatMap((flow) => ["--flow", flow]),
].flat();
spawnSync(process.execPath, [tool, ...words], { stdio: "inherit" });
const { flows } = JSON.parse(readFileSync(report, "utf8"));
server.kill("SIGTERM");
await ended;
rmSync(folder, { recursive: true, force: true });

const isMeant = (flow, { name, diffs }) =>
  otherwise[flow]?.includes(name) && diffs.every((diff) => /inventory_quantity: /.test(diff));
const wrong = flows.flatMap(({ name, steps }) =>
  steps.filter((step) => !step.ok && !isMeant(name, step)).map((step) => `${name}: ${step.name}`),
);
const count = flows.flatMap(({ steps }) => steps).length;
console.log(wrong.length === 0 ? `all ${count} steps are as they are meant to be` : wrong.join("\n"));
process.exitCode = wrong.length === 0 ? 0 : 1;
