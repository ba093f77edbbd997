import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { TcpProxy } from "../support/servers/tcp-proxy.ts";
import { type LedgerService, startLedgerService } from "../support/services/ledger-service.ts";
import { MailServer } from "../support/services/mail-server.ts";
import { openReceiver, type Receiver } from "../support/services/webhook-receiver.ts";

const plugin = fileURLToPath(new URL("./outside-plugin.mjs", import.meta.url));

export type Line = "payment" | "tax" | "carrier" | "mail";

/** Everybody outside of the shop, each at the other end of a line that can be cut, silent or closed. */
export interface OutsideWorld {
  payment: LedgerService;
  mails: MailServer;
  receiver: Receiver;
  /** Parcels that were booked, and those that were canceled. */
  parcels: { booked: Set<string>; canceled: Set<string> };
  lines: Record<Line, TcpProxy>;
  /** For server processes. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

async function lineTo(port: number): Promise<TcpProxy> {
  const line = new TcpProxy({ port, host: "127.0.0.1" });
  await line.open();
  return line;
}

async function serving(answer: (path: string, body: never) => unknown): Promise<Server> {
  const server = createServer(async (request, response) => {
    try {
      response.end(JSON.stringify(answer(request.url ?? "", (await json(request)) as never)));
    } catch {
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

const taxes = (
  _path: string,
  { items, shipping }: Record<"items" | "shipping", Record<string, string>[]>,
) => ({
  items: items.map(({ lineItemId }) => ({ lineItemId, rate: 7, name: "seven", code: "S" })),
  shipping: shipping.map(({ shippingMethodId }) => ({ shippingMethodId, rate: 7, name: "seven", code: "S" })),
});

export async function openOutsideWorld(): Promise<OutsideWorld> {
  const payment = await startLedgerService();
  const tax = await serving(taxes);
  const parcels = { booked: new Set<string>(), canceled: new Set<string>() };
  const carrier = await serving((path, { id }: { id: string }) => {
    parcels[path === "/book" ? "booked" : "canceled"].add(id);
    return { id };
  });
  const mails = new MailServer();
  const mailUrl = new URL(await mails.start());
  const receiver = await openReceiver();
  const lines = {
    payment: await lineTo(Number(new URL(payment.environment["LEDGER_URL"]!).port)),
    tax: await lineTo(portOf(tax)),
    carrier: await lineTo(portOf(carrier)),
    mail: await lineTo(Number(mailUrl.port)),
  };
  mailUrl.port = String(lines.mail.port);
  const urlOf = (line: Line) => `http://127.0.0.1:${lines[line].port}`;
  return {
    payment,
    mails,
    receiver,
    parcels,
    lines,
    environment: {
      TRADEWIND_PLUGINS: `${payment.environment["TRADEWIND_PLUGINS"]},${plugin}`,
      LEDGER_URL: urlOf("payment"),
      SOAK_TAX_URL: urlOf("tax"),
      SOAK_CARRIER_URL: urlOf("carrier"),
      TRADEWIND_SMTP_URL: mailUrl.href,
      TRADEWIND_SUBSCRIBER_TIMEOUT: "5000",
      TRADEWIND_WEBHOOK_PRIVATE_ADDRESSES: "allow",
      TRADEWIND_WEBHOOK_TIMEOUT: "2000",
      TRADEWIND_WEBHOOK_RETRY_PAUSE: "50",
    },
    async close() {
      for (const line of Object.values(lines)) await line.close();
      await payment.stop();
      await receiver.close();
      await mails.stop();
      for (const server of [tax, carrier]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
