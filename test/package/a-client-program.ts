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

declare module "@tradewind/client" {
  interface PluginPaths {
    "/store/repairs": {
      get: {
        responses: { 200: { content: { "application/json": { repairs: { id: number; what: string }[] } } } };
      };
      post: {
        requestBody: { content: { "application/json": { product_id: string; what: string } } };
        responses: { 200: { content: { "application/json": { id: number } } } };
      };
    };
    "/admin/repairs/{id}/finish": {
      post: {
        parameters: { path: { id: number } };
        responses: { 200: { content: { "application/json": { id: number } } } };
      };
    };
  }
}

export async function repairs() {
  const { data } = await client.GET("/store/repairs");
  const first: string | undefined = data.repairs[0]?.what;
  const body = { product_id: "prod_1", what: "a torn sleeve" };
  const reported: number = (await client.POST("/store/repairs", { body })).data.id;
  await client.POST("/admin/repairs/{id}/finish", { params: { path: { id: reported } } });
  // @ts-expect-error the body has no `what`
  await client.POST("/store/repairs", { body: { product_id: "prod_1" } });
  // @ts-expect-error the id is missing
  await client.POST("/admin/repairs/{id}/finish", {});
  // @ts-expect-error there is no such path
  await client.GET("/store/repair");
  return first;
}
