import { describe, expect } from "vitest";
import { ApiError, CookieJar, createClient } from "../../packages/client/src/index.ts";
import { aBareProduct, aChannel, aKey } from "../support/factories/sales-channels.ts";
import { ADMIN } from "../support/fixtures/credentials.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { anAdmin } from "./shop-clients.ts";

const { it, shop } = withShop();

const refusal = async (request: Promise<unknown>): Promise<unknown> =>
  request.catch((error: unknown) => error);

describe("the credentials of a client", () => {
  it("are the cookie of a session, with a jar, until the user logs out", async () => {
    const client = await anAdmin(shop);
    const { data } = await client.GET("/admin/auth");
    expect(data.user.email).toBe(ADMIN.email);
    const { data: left } = await client.DELETE("/admin/auth");
    expect(left).toBe("OK");
    expect(await refusal(client.GET("/admin/auth"))).toMatchObject({ status: 401 });
  });

  it("are no cookie without a jar", async () => {
    const client = createClient({ baseUrl: shop.baseUrl });
    await client.POST("/admin/auth", { body: ADMIN });
    expect(await refusal(client.GET("/admin/auth"))).toMatchObject({ status: 401 });
  });

  it("may be the cookie of a visitor whose page is rendered", async () => {
    const cookies = new CookieJar(`theme=dark; connect.sid=${shop.admin.cookie("connect.sid")}`);
    const { data } = await createClient({ baseUrl: shop.baseUrl, cookies }).GET("/admin/auth");
    expect(data.user.id).toBe(shop.adminId);
  });

  it("are a JWT after a login for users and for customers", async () => {
    const client = createClient({ baseUrl: shop.baseUrl });
    const token = await client.logIn("admin", ADMIN);
    expect((await client.GET("/admin/auth")).data.user.id).toBe(shop.adminId);
    const other = createClient({ baseUrl: shop.baseUrl, token });
    expect((await other.GET("/admin/auth")).data.user.id).toBe(shop.adminId);
    client.setToken(undefined);
    expect(await refusal(client.GET("/admin/auth"))).toMatchObject({ status: 401 });

    const customer = { email: "ada@example.com", password: "a long password" };
    const body = { ...customer, first_name: "Ada", last_name: "Lovelace" };
    await client.POST("/store/customers", { body });
    await client.logIn("store", customer);
    expect((await client.GET("/store/auth")).data.customer.email).toBe(customer.email);
  });

  it("are refused with the reason: a wrong password is sent once", async () => {
    const client = createClient({ baseUrl: shop.baseUrl });
    const wrong = await refusal(client.logIn("admin", { ...ADMIN, password: "wrong" }));
    expect(wrong).toMatchObject({ status: 401, type: "unauthorized", operation: "POST /admin/auth/token" });
  });

  it("are an API token, by either header", async () => {
    const { body } = await shop.admin.post(`/admin/users/${shop.adminId}`, {
      api_token: "a-token-of-a-program",
    });
    expect(body.user.id).toBe(shop.adminId);
    for (const credentials of [{ token: "a-token-of-a-program" }, { apiToken: "a-token-of-a-program" }]) {
      const client = createClient({ baseUrl: shop.baseUrl, ...credentials });
      expect((await client.GET("/admin/auth")).data.user.id).toBe(shop.adminId);
    }
  });
});

it("a publishable key limits the storefront to its channels", async () => {
  const channel = await aChannel(shop);
  const product = await aBareProduct(shop);
  await shop.admin.post(`/admin/products/${product}`, {
    status: "published",
    sales_channels: [{ id: channel.id }],
  });
  const other = await aBareProduct(shop);
  await shop.admin.post(`/admin/products/${other}`, { status: "published" });
  const { id } = await aKey(shop, { channels: [channel] });
  const client = createClient({ baseUrl: shop.baseUrl, publishableKey: id });
  const { data } = await client.GET("/store/products");
  expect(data.products.map((found) => found.id)).toEqual([product]);
});

describe("a refused request", () => {
  it("throws an error with everything that a program needs", async () => {
    const client = await anAdmin(shop);
    const path = { id: "cgrp_unknown" };
    const error = await refusal(
      client.POST("/admin/customer-groups/{id}", { params: { path }, body: { name: "x" } }),
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      name: "ApiError",
      status: 404,
      type: "not_found",
      operation: "POST /admin/customer-groups/{id}",
      message: expect.stringContaining("cgrp_unknown"),
      requestId: expect.stringMatching(/./),
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it("has the key of the caller, where there is one", async () => {
    const client = await anAdmin(shop);
    const idempotencyKey = "refunds-of-the-18th-of-may";
    const body = { name: "" };
    const error = await refusal(client.POST("/admin/customer-groups", { body, idempotencyKey }));
    expect(error).toMatchObject({ status: 400, idempotencyKey });
    const headers = { "Idempotency-Key": "in-a-header-of-the-request" };
    const again = await refusal(client.POST("/admin/customer-groups", { body, headers }));
    expect(again).toMatchObject({ status: 400, idempotencyKey: headers["Idempotency-Key"] });
  });
});

it("a client outside of a browser needs the address of the shop", () => {
  expect(() => createClient()).toThrow("baseUrl is missing");
});
