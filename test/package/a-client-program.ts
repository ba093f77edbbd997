// Compiled in strict mode against the packed client. What the compiler must refuse is marked.
import { ApiError, CookieJar, createClient, type Schemas } from "@tradewind/client";

const client = createClient({ baseUrl: "https://shop.example", cookies: new CookieJar(), retries: 2 });

const { data } = await client.GET("/admin/orders", { params: { query: { limit: 1, q: undefined } } });
const totals: (number | null | undefined)[] = data.orders.map(({ total }) => total);
const emails: string[] = [];
for await (const { email } of client.pages("/admin/orders", { query: { status: ["pending"] } }))
  emails.push(email);

const text: string = (await client.GET("/admin/reports/sales/csv")).data;
const stream = (await client.GET("/admin/reports/sales/csv", { parseAs: "stream" })).data;
const of = { params: { path: { id: "order_1" } } };
const pdf: Blob = (await client.GET("/admin/orders/{id}/packing-slip/pdf", of)).data;

const signal = AbortSignal.timeout(1000);
for await (const message of client.events({ name: ["order.*"], signal }))
  if (message.type === "event") message.event.name satisfies string;

try {
  const collection = { title: "Winter" };
  await client.POST("/admin/collections", {
    body: collection,
    idempotencyKey: "a-key-of-the-caller-1",
    timeout: 0,
  });
} catch (error) {
  if (error instanceof ApiError) error.idempotencyKey satisfies string | undefined;
}

// @ts-expect-error: an unknown path
await client.GET("/admin/orderz");
// @ts-expect-error: a method that the path does not have
await client.DELETE("/store/carts");
// @ts-expect-error: an unknown parameter
await client.GET("/admin/orders", { params: { query: { limitt: 1 } } });
// @ts-expect-error: the parameter of the path is missing
await client.GET("/admin/orders/{id}");
// @ts-expect-error: another parameter than that of the path
await client.GET("/admin/orders/{id}", { params: { path: { order: "order_1" } } });
// @ts-expect-error: the body is missing
await client.POST("/admin/collections");
// @ts-expect-error: an unknown property
await client.POST("/admin/collections", { body: { titel: "Winter" } });
// @ts-expect-error: an unknown option
await client.POST("/admin/collections", { body: { title: "Winter" }, timout: 1000 });
// @ts-expect-error: an operation that takes no key
await client.POST("/admin/auth/token", { body: { email: "", password: "" }, idempotencyKey: "a-key" });
// @ts-expect-error: no list
client.pages("/admin/store");

export const used: [unknown, ...unknown[]] = [totals, emails, text, stream, pdf];
export type { Schemas };
