/**
 * Replays recorded conversations against the built server, and compares every answer with its schema in the API description:
 * `npm run replay -- <replay tool> [flow …]`. Without flows, all of them: those of the folders `flows` and `next` beside the tool.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { AnswerSchemas } from "../test/support/checks/answer-schemas.ts";
import { checkingProxy } from "./checking-proxy.ts";

interface Report {
  flows: { name: string; steps: { name: string; ok: boolean }[] }[];
}

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
const ended = once(server, "exit");

function urlInOutput(): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (chunk) => {
      text += chunk;
      const found = /"api":"([^"]+)"/.exec(text)?.[1];
      if (found) resolve(found);
    });
    ended.then(() => reject(new Error(`the server did not start:\n${text}`)));
  });
}

const proxy = await checkingProxy(
  await urlInOutput(),
  new AnswerSchemas(JSON.parse(readFileSync("docs/openapi.json", "utf8"))),
);
const report = join(folder, "report.json");
const folders = ["flows", "next"].map((name) => join(dirname(tool), name)).filter((each) => existsSync(each));
const words = [
  ["--base", proxy.url, "--email", login.email, "--password", login.password],
  ["--with", "inventory", "--json", report],
  asked.flatMap((flow) => ["--flow", flow]),
  folders,
].flat();
await once(spawn(process.execPath, [tool, ...words], { stdio: "inherit" }), "exit");
const { flows } = JSON.parse(readFileSync(report, "utf8")) as Report;
proxy.close();
server.kill("SIGTERM");
await ended;
rmSync(folder, { recursive: true, force: true });

const wrong = flows.flatMap(({ name, steps }) =>
  steps.filter(({ ok }) => !ok).map((step) => `${name}: ${step.name}`),
);
const faults = [...proxy.faults].map((fault) => `not as described: ${fault}`);
const count = flows.flatMap(({ steps }) => steps).length;
const problems = [...wrong, ...faults];
console.log(problems.length === 0 ? `all ${count} steps match` : problems.join("\n"));
process.exitCode = problems.length === 0 ? 0 : 1;
