import { describe, expect } from "vitest";
import { type Checkout, openCheckout } from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { JWT_SECRET } from "../support/fixtures/shop.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { type Servers, startServers } from "../support/servers/servers.ts";
import { type LedgerService, startLedgerService } from "../support/services/ledger-service.ts";
import { aWebhook, openReceiver, type Receiver } from "../support/services/webhook-receiver.ts";
import { until } from "../support/time/until.ts";
import { type CollectedSpan, type Collector, startCollector } from "./collector.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
const COLLECTOR_KEY = "a key of the collector";
const PERSON = "marker-of-a-person";

let collector: Collector;
let ledger: LedgerService;
let receiver: Receiver;
let servers: Servers;
let shop: Checkout;
let variantId: string;

const it = withSetup(
  async () => {
    [collector, ledger, receiver] = await Promise.all([
      startCollector(),
      startLedgerService(),
      openReceiver(),
    ]);
    servers = await startServers(1, {
      ...ledger.environment,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${encodeURIComponent(COLLECTOR_KEY)}`,
      OTEL_SERVICE_NAME: "the-shop",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
      TRADEWIND_WEBHOOK_PRIVATE_ADDRESSES: "allow",
      LOG_LEVEL: "info",
    });
    shop = await openCheckout(servers, { payment_providers: ["ledger"] });
    variantId = await aSoldVariant(servers);
    await aWebhook(servers.admin, { url: receiver.url, events: ["order.placed"] });
  },
  async () => {
    await servers.close();
    await Promise.all([collector.close(), ledger.stop(), receiver.close()]);
  },
);

const traced = { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } };

async function buy(): Promise<void> {
  const visitor = servers.visitor(0);
  const cart = await visitor.post("/store/carts", {
    region_id: shop.regionId,
    items: [{ variant_id: variantId, quantity: 1 }],
  });
  const path = `/store/carts/${cart.body.cart.id}`;
  await visitor.post(path, {
    email: `${PERSON}@example.com`,
    shipping_address: { first_name: PERSON, address_1: PERSON, country_code: "us" },
  });
  await visitor.post(`${path}/shipping-methods`, { option_id: shop.shippingOptionId });
  await visitor.post(`${path}/payment-sessions`);
  const completed = await visitor.post(`${path}/complete`, undefined, traced);
  expect(completed.body.type).toBe("order");
}

const ofTrace = () => collector.spans.filter(({ traceId }) => traceId === TRACE);
const spanOf = (name: string | RegExp) =>
  ofTrace().find((span) => (typeof name === "string" ? span.name === name : name.test(span.name)));

describe("a checkout with tracing", () => {
  let request: CollectedSpan;
  it.beforeAll(async () => {
    await buy();
    await until(() => spanOf("webhook POST") !== undefined && spanOf(/^POST/) !== undefined);
    request = spanOf(/^POST/)!;
  });

  it("continues the trace of the client", () => {
    expect(request).toMatchObject({
      name: "POST /store/carts/:id/complete",
      kind: "server",
      parentSpanId: PARENT,
      hasFailed: false,
      attributes: { "http.route": "/store/carts/:id/complete", "http.response.status_code": 200 },
    });
  });

  it("has spans of the statements and of the payment service in the same trace", () => {
    const statements = ofTrace().filter(({ attributes }) => attributes["db.system.name"] === "postgresql");
    expect(statements.length).toBeGreaterThan(3);
    expect(statements.some(({ parentSpanId }) => parentSpanId === request.spanId)).toBe(true);
    expect(statements.some(({ name }) => name.includes("commit"))).toBe(true);
    expect(spanOf("payment ledger authorize")).toMatchObject({ kind: "client" });
  });

  it("sends the trace to the payment service", () => {
    const call = spanOf("payment ledger authorize")!;
    expect(ledger.traces).toContainEqual({
      method: "authorize",
      traceparent: `00-${TRACE}-${call.spanId}-01`,
    });
  });

  it("sends the trace to webhooks", async () => {
    await until(() => receiver.received.length > 0);
    const delivery = spanOf("webhook POST")!;
    expect(receiver.received[0]!.headers["traceparent"]).toBe(`00-${TRACE}-${delivery.spanId}-01`);
    expect(delivery).toMatchObject({
      kind: "client",
      parentSpanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      attributes: { "tradewind.event": "order.placed", "http.response.status_code": 200 },
    });
  });

  it("writes the trace into the lines of the log", async () => {
    const lines = servers
      .output()
      .split("\n")
      .filter((line) => line.includes("/store/carts/:id/complete"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toMatchObject([{ msg: "request", trace_id: TRACE, span_id: request.spanId }]);
  });

  it("names the service and its environment, and has the headers of the collector", () => {
    expect(request.resource).toMatchObject({
      "service.name": "the-shop",
      "deployment.environment.name": "test",
    });
    expect(collector.headers[0]!["x-collector-key"]).toBe(COLLECTOR_KEY);
  });

  it("records no values, no personal data and no secret", () => {
    const raw = collector.raw();
    expect(raw).not.toContain(PERSON);
    expect(raw).not.toContain(JWT_SECRET);
    expect(raw).not.toContain(COLLECTOR_KEY);
    expect(raw).not.toContain(variantId);
    expect(raw).toContain("$1");
  });
});

it("jobs belong to the trace of the request that enqueued them", async () => {
  const parent = { headers: { traceparent: `00-${"1".repeat(32)}-${PARENT}-01` } };
  const { body } = await servers.admin.post(
    "/admin/batch-jobs",
    { type: "product-export", context: {} },
    parent,
  );
  expect(body.batch_job.id).toBeTruthy();
  await until(() =>
    collector.spans.some(({ traceId, name }) => traceId === "1".repeat(32) && name.startsWith("job ")),
  );
});

it("a failed request is a failed span, without the message of the error", async () => {
  const parent = { headers: { traceparent: `00-${"2".repeat(32)}-${PARENT}-01` } };
  ledger.ledger.capture = () => Promise.reject(new Error(PERSON));
  const { body } = await servers.admin.get("/admin/orders?fields=id&expand=payments");
  await servers.admin.post(`/admin/orders/${body.orders[0].id}/capture`, undefined, parent);
  const failed = () => collector.spans.find(({ name }) => name === "payment ledger capture");
  await until(() => failed() !== undefined);
  expect(failed()).toMatchObject({ hasFailed: true, attributes: { "error.type": "Error" } });
  expect(collector.raw()).not.toContain(PERSON);
});
