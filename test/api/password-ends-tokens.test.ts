import { expect } from "vitest";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

it("a customer's tokens end with the password they were issued for", async () => {
  const login = { email: "ada@example.com", password: "analytical" };
  await shop.visitor().post("/store/customers", { ...login, first_name: "Ada", last_name: "Lovelace" });
  const { body } = await shop.visitor().post("/store/auth/token", login);
  const holder = shop.visitor().with({ authorization: `Bearer ${body.access_token}` });
  const { customer } = (await holder.get("/store/auth")).body;

  expect((await shop.admin.post(`/admin/customers/${customer.id}`, { phone: "1" })).status).toBe(200);
  expect((await holder.get("/store/auth")).status).toBe(200);
  expect((await shop.admin.post(`/admin/customers/${customer.id}`, { password: "engine" })).status).toBe(200);
  expect((await holder.get("/store/auth")).status).toBe(401);
});
