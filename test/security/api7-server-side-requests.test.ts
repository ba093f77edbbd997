import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect } from "vitest";
import { oauth2App } from "../../src/providers/oauth2-app.ts";
import { aJob, endedJob } from "../support/factories/batch-jobs.ts";
import { aProduct } from "../support/factories/products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { entityNamed } from "../support/fuzz/entities.ts";
import { nameOf, operationsOf, type Schema } from "../support/fuzz/operations.ts";

// The addresses that webhooks may call (names, notations, redirects) are in test/api/webhooks-addresses.test.ts.
let inside: Server;
let url: string;
let called: string[];
let react: (path: string) => { status: number; headers?: Record<string, string>; body?: string };
const { it, shop } = withShop(
  async () => {
    inside = createServer((request, response) => {
      called.push(request.url!);
      const { status, headers = {}, body = "{}" } = react(request.url!);
      response.writeHead(status, headers).end(body);
    });
    await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(inside.address() as AddressInfo).port}`;
    return startShop({ TRADEWIND_JOBS: "1" });
  },
  () => inside.close(),
);
it.beforeEach(() => {
  called = [];
  react = () => ({ status: 200 });
});

/** Names of texts that hold an address of the web. */
const namesIn = (schema: Schema, name = ""): string[] => {
  const inner = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [
    ...inner.flatMap((each) => namesIn(each, name)),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, each]) => namesIn(each, key)),
    ...([schema.type].flat().includes("string") ? [name] : []),
  ];
};
const isAddress = (name: string) => /url|uri|link|image|thumbnail|href|callback|hook/.test(name);

describe("addresses that a request names", () => {
  it("are known, and only those of webhooks are called; a new one must be thought about here", async () => {
    const named = (await operationsOf(shop.admin)).flatMap((operation) =>
      [...new Set(namesIn(operation.body ?? {}))]
        .filter((name) => isAddress(name) && !entityNamed(name, operation.path))
        .map((name) => `${nameOf(operation)}: ${name}`),
    );
    expect(named.sort()).toEqual([
      "POST /admin/inventory-items/{id}: thumbnail",
      "POST /admin/inventory-items: thumbnail",
      "POST /admin/orders/{id}/claims/{claim_id}: url",
      "POST /admin/orders/{id}/claims: images",
      "POST /admin/orders/{id}/fulfillments/{fulfillment_id}/tracking: url",
      "POST /admin/products/{id}/presentation: url",
      "POST /admin/products/{id}: images",
      "POST /admin/products/{id}: thumbnail",
      "POST /admin/products: images",
      "POST /admin/products: thumbnail",
      "POST /admin/store: invite_link_template",
      "POST /admin/store: payment_link_template",
      "POST /admin/store: swap_link_template",
      "POST /admin/webhooks/{id}: url",
      "POST /admin/webhooks: url",
    ]);
  });

  it("of pictures and links are stored, and never called", async () => {
    await aProduct(shop, { images: [`${url}/a.png`], thumbnail: `${url}/b.png` });
    await shop.admin.post("/admin/store", {
      invite_link_template: `${url}/invite/{invite_token}`,
      swap_link_template: `${url}/swap/{cart_id}`,
      payment_link_template: `${url}/pay/{cart_id}`,
    });
    await shop.admin.post("/admin/invites", { user: "invited@example.com", role: "member" });
    expect(called).toEqual([]);
  });

  it("as the key of a file are no keys", async () => {
    for (const file_key of [
      `${url}/secret`,
      "http://169.254.169.254/latest/meta-data",
      "file:///etc/passwd",
    ]) {
      const { status } = await shop.admin.post("/admin/uploads/download-url", { file_key });
      expect([file_key, status]).toEqual([file_key, 400]);
      const { id } = await aJob(shop, "product-import", { fileKey: file_key });
      expect((await endedJob(shop, id)).status).toBe("failed");
    }
    expect(called).toEqual([]);
  });
});

describe("a provider of tokens", () => {
  const app = () =>
    oauth2App({
      ...{ application_name: "books", display_name: "Books", client_id: "shop", client_secret: "s3cret" },
      ...{
        authorize_url: `${url}/authorize`,
        token_url: `${url}/token`,
        redirect_uri: "https://desk.example",
      },
    });
  const exchange = () => app().exchange("code", { signal: AbortSignal.timeout(5_000) });

  it.each([301, 302, 307, 308])("cannot send the secret elsewhere by answering %i", async (status) => {
    react = (path) =>
      path === "/token" ? { status, headers: { location: `${url}/elsewhere` } } : { status: 200 };
    await expect(exchange()).rejects.toThrow("it cannot be reached");
    expect(called).toEqual(["/token"]);
  });
});
