import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { HttpSender } from "../../src/modules/platform/webhooks/sending/http-sender.ts";
import { requestFor } from "../../src/modules/platform/webhooks/sending/request.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { until } from "../support/time/until.ts";

const file = fileURLToPath(new URL("../../examples/webhook-receiver.mjs", import.meta.url));
const SECRET = "whsec_of the example";
const sender = new HttpSender({ addressPolicy: "anywhere", timeout: 5_000 });
let receiver: ChildProcess;
let port: number;
let output = "";

const it = withSetup(
  async () => {
    port = await freePort();
    receiver = spawn(process.execPath, [file], {
      env: { PATH: process.env["PATH"], WEBHOOK_SECRET: SECRET, PORT: String(port) },
    });
    receiver.stdout?.on("data", (chunk) => {
      output += chunk;
    });
    await until(() => output.includes("listening"));
  },
  () => {
    receiver.kill();
    sender.close();
  },
);

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address() as { port: number };
      probe.close(() => resolve(free));
    });
  });

const signed = (secrets: string[]) =>
  requestFor(
    { url: `http://127.0.0.1:${port}/`, author_id: null, secrets },
    {
      deliveryId: "whd_1",
      event: { id: "evt_1", name: "order.placed", occurred_at: new Date(), data: { id: "order_ä" } },
    },
  );

describe("the receiver of the guide", () => {
  it("takes what the shop has signed, also while the secret is being replaced", async () => {
    expect(await sender.send(signed([SECRET]))).toMatchObject({ status: 204, error: null });
    expect(await sender.send(signed(["whsec_new", SECRET]))).toMatchObject({ status: 204 });
    await until(() => output.split("order.placed order_ä").length === 3);
  });

  it("refuses everything else", async () => {
    const good = signed([SECRET]);
    const signature = good.headers["tradewind-signature"]!;
    const old = signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) - 600}`);
    const forgeries = [
      signed(["whsec_another"]),
      { ...good, body: good.body.replace("order_ä", "order_b") },
      ...[old, "", "v1=", "t=1", signature.replace("v1=", "v2="), `${signature.slice(0, -2)}zz`].map(
        (header) => ({
          ...good,
          headers: { ...good.headers, "tradewind-signature": header },
        }),
      ),
    ];
    for (const forgery of forgeries) expect(await sender.send(forgery)).toMatchObject({ status: 401 });
    expect(output).not.toContain("order_b");
  });
});
