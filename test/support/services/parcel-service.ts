import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { Gate } from "./outside-world.ts";

interface Shipment {
  number: string;
  tracking: string;
  asked: Record<string, unknown>;
  isCanceled: boolean;
}

/** The service that examples/plugin/parcel-service.mjs talks to. */
export class ParcelService {
  readonly shipments = new Map<string, Shipment>();
  /** Its answer to the next shipments. */
  refusal: string | null = null;
  /** Where it stops before it answers. */
  gate: Gate | null = null;
  private readonly server: Server = createServer((request, response) => {
    void this.answer(request).then(({ status, body }) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop = (): Promise<void> => new Promise((resolve) => this.server.close(() => resolve()));

  private async answer(request: IncomingMessage): Promise<{ status: number; body?: unknown }> {
    if (request.headers.authorization !== "Bearer parcels") return { status: 401, body: { message: "who?" } };
    const [, , number, paper] = (request.url ?? "").split("/");
    if (request.method === "POST") return this.book(request);
    const shipment = [...this.shipments.values()].find((one) => one.number === number);
    if (!shipment) return { status: 404, body: { message: "no such shipment" } };
    if (paper) return { status: 200, body: { pdf: Buffer.from(`label ${number}`).toString("base64") } };
    shipment.isCanceled = true;
    return { status: 204 };
  }

  private async book(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const asked = (await json(request)) as Record<string, unknown>;
    await this.gate?.pass();
    if (this.refusal !== null) return { status: 422, body: { message: this.refusal } };
    const key = String(request.headers["idempotency-key"]);
    const place = this.shipments.size + 1;
    const shipment = this.shipments.get(key) ?? {
      number: `S${place}`,
      tracking: `T${place}`,
      asked,
      isCanceled: false,
    };
    this.shipments.set(key, shipment);
    return { status: 200, body: { number: shipment.number, tracking: shipment.tracking } };
  }
}
