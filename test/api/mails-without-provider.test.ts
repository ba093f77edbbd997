import { expect } from "vitest";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

it("a shop without a mail server says that no mail is sent", async () => {
  const { body } = await shop.admin.get("/admin/mails/state");
  expect(body.state).toMatchObject({
    status: "none",
    providers: [],
    sender: null,
    server: null,
    can_test: false,
    failed: 0,
  });
  expect(body.state.kinds.every(({ problem }: { problem: string }) => problem === "no_provider")).toBe(true);
  const health = await shop.admin.get("/admin/health");
  expect(health.body.health.mails).toEqual({ state: "none", failed: 0 });
});

it("a shop without a mail server sends no test mail", async () => {
  const { status, body } = await shop.admin.post("/admin/mails/test", {});
  expect(status).toBe(400);
  expect(body.message).toContain("No mail server");
  expect((await shop.admin.get("/admin/mails")).body).toMatchObject({ mails: [], count: 0 });
});

it("mails are for users of the shop only", async () => {
  const { status } = await shop.visitor().get("/admin/mails");
  expect(status).toBe(401);
});
