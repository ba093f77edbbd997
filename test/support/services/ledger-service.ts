import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { LedgerPayment } from "./ledger-payment.ts";

/** A payment service that several server processes call over the network, as they would a real one. */
export interface LedgerService {
  ledger: LedgerPayment;
  /** `traceparent` of each request, by method. */
  traces: { method: string; traceparent: string | undefined }[];
  /** For server processes that are to use it. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

const plugin = fileURLToPath(new URL("./ledger-plugin.mjs", import.meta.url));

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>;

export async function startLedgerService(): Promise<LedgerService> {
  const ledger = new LedgerPayment();
  const traces: LedgerService["traces"] = [];
  const server = createServer(async (request, response) => {
    try {
      const args = JSON.parse(await text(request)) as unknown[];
      const method = request.url!.slice(1);
      traces.push({ method, traceparent: request.headers["traceparent"] as string | undefined });
      const answer = await (ledger as unknown as Methods)[method]!(...args);
      response.end(JSON.stringify(answer ?? null));
    } catch {
      response.statusCode = 500;
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ledger,
    traces,
    environment: { LEDGER_URL: `http://127.0.0.1:${port}`, TRADEWIND_PLUGINS: plugin },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
