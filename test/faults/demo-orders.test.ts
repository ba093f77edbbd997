import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { Client } from "../support/clients/client.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { urlOf } from "../support/servers/servers.ts";
import { until } from "../support/time/until.ts";

const PASSWORD = "correct horse battery";
let folder: string;
const started: Program[] = [];

const it = withSetup(
  () => {
    folder = mkdtempSync(join(tmpdir(), "tradewind-demo-orders-"));
    // As root, PostgreSQL runs as another user, who must be able to pass through.
    chmodSync(folder, 0o711);
  },
  async () => {
    for (const program of started) program.process.kill("SIGKILL");
    await Promise.all(started.map((program) => program.ended));
    rmSync(folder, { recursive: true, force: true });
  },
);

function start(words: string[] = []): Program {
  const program = tradewind(["start", "--port", "0", ...words], {
    TRADEWIND_DATA_DIR: folder,
    TRADEWIND_ADMIN_PASSWORD: PASSWORD,
  });
  started.push(program);
  return program;
}

async function adminOf(program: Program): Promise<Client> {
  const url = await urlOf(program);
  const client = new Client(url!);
  expect(
    (await client.post("/admin/auth", { email: "admin@tradewind.local", password: PASSWORD })).status,
  ).toBe(200);
  return client;
}

/** The numbers of the plan that the orders have, by their age. */
async function numbersOf(admin: Client): Promise<number[]> {
  const { body } = await admin.get("/admin/orders?limit=300&order=display_id&fields=metadata&expand=");
  return body.orders.map(({ metadata }: { metadata: { demo: number } }) => metadata.demo);
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function waitForOrders(admin: Client, count: number): Promise<void> {
  await until(async () => (await numbersOf(admin)).length >= count);
}

it("the orders of the demo shop come while it serves, and continue after it was killed or stopped", async () => {
  const first = start();
  const admin = await adminOf(first);
  expect(first.output()).toContain("orders follow");
  await waitForOrders(admin, 3);
  first.process.kill("SIGKILL");
  await first.ended;

  const second = start();
  const again = await adminOf(second);
  const kept = await numbersOf(again);
  expect(kept).toEqual(upTo(kept.length));
  await waitForOrders(again, kept.length + 5);
  second.process.kill("SIGTERM");
  expect(await second.ended).toBe(0);

  const third = start(["--no-demo"]);
  const stopped = await numbersOf(await adminOf(third));
  expect(stopped).toEqual(upTo(stopped.length));
  expect(stopped.length).toBeGreaterThanOrEqual(kept.length + 5);
  expect(stopped.length).toBeLessThan(200);
});
