// Replays recorded conversations against the built server: node scripts/replay.mjs <replay tool> [flow …]
// Without flows, all of them: those of the folders `flows` and `next` beside the tool.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

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
const folders = ["flows", "next"].map((name) => join(dirname(tool), name)).filter((each) => existsSync(each));
const words = [
  ["--base", url, "--email", login.email, "--password", login.password],
  ["--with", "inventory", "--json", report],
  asked.flatMap((flow) => ["--flow", flow]),
  folders,
].flat();
spawnSync(process.execPath, [tool, ...words], { stdio: "inherit" });
const { flows } = JSON.parse(readFileSync(report, "utf8"));
server.kill("SIGTERM");
await ended;
rmSync(folder, { recursive: true, force: true });

const wrong = flows.flatMap(({ name, steps }) =>
  steps.filter(({ ok }) => !ok).map((step) => `${name}: ${step.name}`),
);
const count = flows.flatMap(({ steps }) => steps).length;
console.log(wrong.length === 0 ? `all ${count} steps match` : wrong.join("\n"));
process.exitCode = wrong.length === 0 ? 0 : 1;
