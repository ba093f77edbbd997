import { describe, expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { aMember, aMemberWith, aRole, lacking, type Member, teamOf } from "../support/factories/team.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

/** A user who may change the team, and otherwise little. */
let clerk: Member;
let manager: Member;
let clerksRole: string;
const { it, shop } = withShop();
it.beforeAll(async () => {
  clerksRole = await aRole(shop, "team:read", "team:write", "orders:read", "webhooks:write", "uploads:read");
  clerk = await aMemberWith(shop, clerksRole);
  manager = await aMemberWith(shop, "manager");
});

/** Nothing about the team changes, and the answer names what is missing. */
async function refused(permission: string, attempt: () => Promise<{ status: number; body: unknown }>) {
  const before = await teamOf(shop);
  expect(await attempt()).toMatchObject(lacking(permission));
  expect(await teamOf(shop)).toEqual(before);
}

describe("a manager, who may not change the team", () => {
  it("does not become an owner", () =>
    refused("team:write", () =>
      manager.client.post(`/admin/users/${manager.id}/role`, { role_id: "owner" }),
    ));

  it("does not create a role, nor a user, nor an invite", async () => {
    const role = { name: "More", permissions: ["team:write"] };
    await refused("team:write", () => manager.client.post("/admin/roles", role));
    await refused("team:write", () =>
      manager.client.post("/admin/users", { email: "other@example.com", password: "a long password" }),
    );
    await refused("team:write", () =>
      manager.client.post("/admin/invites", { user: "me@example.com", role: "admin", role_id: "owner" }),
    );
  });

  it("does not take over an owner: neither password nor token nor account", async () => {
    const owner = `/admin/users/${shop.adminId}`;
    await refused("team:write", () => manager.client.post(owner, { api_token: "known to the manager" }));
    await refused("team:write", () => manager.client.post(owner, { password: "known to the manager" }));
    await refused("team:write", () => manager.client.delete(owner));
  });

  it("makes no API token, and does not change v1's role, but may change the own name", async () => {
    const own = `/admin/users/${manager.id}`;
    await refused("keys:write", () => manager.client.post(own, { api_token: "a token" }));
    await refused("team:write", () => manager.client.post(own, { role: "admin" }));
    const { status, body } = await manager.client.post(own, { first_name: "Ada" });
    expect([status, body.user?.first_name]).toEqual([200, "Ada"]);
    expect((await manager.client.get(own)).status).toBe(200);
  });

  it("does not see the tokens of invites", async () => {
    await shop.admin.post("/admin/invites", { user: "seen@example.com", role: "member", role_id: "owner" });
    const { body } = await manager.client.get("/admin/invites");
    expect(body.invites.length).toBeGreaterThan(0);
    for (const { token } of body.invites) expect(token).toBe("[redacted]");
  });
});

describe("a user who may change the team", () => {
  it("gives nobody more than they have themselves", async () => {
    await refused("payments:read", () =>
      clerk.client.post("/admin/roles", { name: "Cashier", permissions: ["payments:read"] }),
    );
    await refused("orders:write", () =>
      clerk.client.post(`/admin/users/${clerk.id}/role`, { role_id: "owner" }),
    );
    const member = await aMember(shop);
    await refused("orders:write", () =>
      clerk.client.post(`/admin/users/${member.id}/role`, { role_id: "manager" }),
    );
    await refused("orders:write", () =>
      clerk.client.post("/admin/invites", { user: "friend@example.com", role: "admin", role_id: "owner" }),
    );
  });

  it("does not widen the own role", () =>
    refused("payments:write", () =>
      clerk.client.post(`/admin/roles/${clerksRole}`, { permissions: ["team:write", "payments:write"] }),
    ));

  it("does not change a role, a user or an invite with more permissions", async () => {
    const cashiers = await aRole(shop, "payments:read");
    const narrowed = { permissions: ["orders:read"] };
    await refused("payments:read", () => clerk.client.post(`/admin/roles/${cashiers}`, narrowed));
    await refused("payments:read", () => clerk.client.delete(`/admin/roles/${cashiers}`));
    const owner = `/admin/users/${shop.adminId}`;
    await refused("orders:write", () => clerk.client.post(owner, { api_token: "known to the clerk" }));
    await refused("orders:write", () => clerk.client.post(owner, { first_name: "Nobody" }));
    await refused("orders:write", () => clerk.client.delete(`${owner}/role`));
    await refused("orders:write", () => clerk.client.delete(owner));
    await shop.admin.post("/admin/invites", { user: "boss@example.com", role: "admin", role_id: "owner" });
    const { body } = await clerk.client.get("/admin/invites");
    const invite = body.invites.find(
      (each: { user_email: string }) => each.user_email === "boss@example.com",
    );
    expect(invite.token).toBe("[redacted]");
    await refused("orders:write", () => clerk.client.post(`/admin/invites/${invite.id}/resend`));
    await refused("orders:write", () => clerk.client.delete(`/admin/invites/${invite.id}`));
    const renewed = { user: "boss@example.com", role: "member" };
    await refused("orders:write", () => clerk.client.post("/admin/invites", renewed));
  });

  it("changes what is below", async () => {
    const member = await aMember(shop);
    const given = await clerk.client.post("/admin/roles", { name: "Reader", permissions: ["orders:read"] });
    expect(given.status).toBe(200);
    const path = `/admin/users/${member.id}`;
    const assigned = await clerk.client.post(`${path}/role`, { role_id: given.body.role.id });
    expect(assigned.body).toEqual({ user_id: member.id, role_id: given.body.role.id });
    expect((await member.client.get("/admin/orders")).status).toBe(200);
    expect((await clerk.client.delete(path)).status).toBe(200);
    expect((await member.client.get("/admin/orders")).status).toBe(401);
  });
});

describe("ways around", () => {
  it("a webhook names no events that its author may not read", async () => {
    const { client } = await aMemberWith(shop, await aRole(shop, "webhooks:write", "orders:read"));
    const url = "https://receiver.example/hook";
    for (const name of ["user.password_reset", "user.*"]) {
      const hook = { url, events: ["order.placed", name] };
      expect(await client.post("/admin/webhooks", hook)).toMatchObject(lacking("team:read"));
    }
    const { body } = await shop.admin.post("/admin/webhooks", { url, events: ["invite.created"] });
    const path = `/admin/webhooks/${body.webhook.id}`;
    const moved = { url: "https://elsewhere.example/hook" };
    expect(await client.post(path, moved)).toMatchObject(lacking("team:read"));
    expect((await shop.admin.get(path)).body.webhook.url).toBe(url);
    expect((await client.post("/admin/webhooks", { url, events: ["order.placed", "*"] })).status).toBe(200);
  });

  it("who saw the token of an invite does not accept one with another role by it", async () => {
    const user = "promoted@example.com";
    const tokenOf = async () =>
      (await shop.admin.get("/admin/invites")).body.invites.find(
        (each: { user_email: string }) => each.user_email === user,
      ).token;
    await clerk.client.post("/admin/invites", { user, role: "member" });
    const seen = await tokenOf();
    await shop.admin.post("/admin/invites", { user, role: "admin", role_id: "owner" });
    const before = await teamOf(shop);
    const accept = (token: string) =>
      shop.visitor().post("/admin/invites/accept", { token, user: { password: "known to the clerk" } });
    expect((await accept(seen)).status).toBe(400);
    expect(await teamOf(shop)).toEqual(before);
    expect((await accept(await tokenOf())).status).toBe(200);
  });

  it("the link of invites leads to another site only if an owner says so", async () => {
    const change = (client: Client, site: string | null) =>
      client.post("/admin/store", {
        invite_link_template: site === null ? null : `${site}/invite?token={invite_token}`,
      });
    const shown = async () => (await shop.admin.get("/admin/store")).body.store.invite_link_template;
    await change(shop.admin, "https://shop.example");
    for (const site of [
      "https://evil.example",
      "//evil.example",
      "https://shop.example@evil.example",
      "javascript:",
    ]) {
      expect(await change(manager.client, site)).toMatchObject({
        status: 403,
        body: { code: "missing_permission", message: expect.stringContaining("invite_link_template") },
      });
      expect(await shown()).toContain("https://shop.example/");
    }
    expect((await change(manager.client, "https://shop.example/app")).status).toBe(200);
    expect((await change(manager.client, "http://localhost:0/app")).status).toBe(200);
    expect((await change(manager.client, null)).status).toBe(200);
    expect((await manager.client.post("/admin/store", { name: "Another name" })).status).toBe(200);
    expect((await change(manager.client, "https://shop.example")).status).toBe(403);
  });

  it("a message with the token of an owner is not sent to another address", async () => {
    const { client } = await aMemberWith(shop, await aRole(shop, "notifications:write", "orders:write"));
    await shop.db.run({
      text: `insert into notification (id, event_name, resource_type, resource_id, "to", data)
        values ('noti_reset', 'user.password_reset', 'user', '', $1, '{}'),
          ('noti_order', 'order.placed', 'order', 'order_1', 'x@example.com', '{}')`,
      values: [ADMIN.email],
    });
    const to = { to: "clerk@example.com" };
    expect(await client.post("/admin/notifications/noti_reset/resend", to)).toMatchObject(
      lacking("team:write"),
    );
    // No provider is installed: that is the next check.
    expect((await client.post("/admin/notifications/noti_order/resend", to)).status).toBe(400);
  });

  it("a batch job needs what it would do", async () => {
    const { client } = await aMemberWith(shop, await aRole(shop, "import-export:write", "uploads:read"));
    const start = (type: string) => client.post("/admin/batch-jobs", { type, context: {} });
    expect(await start("product-import")).toMatchObject(lacking("products:write"));
    expect(await start("order-export")).toMatchObject(lacking("orders:read"));
    expect(await start("customer-export")).toMatchObject(lacking("personal-data:read"));
    const key = { file_key: "exports/orders/order-export-1794861205164.csv" };
    expect(await client.post("/admin/uploads/download-url", key)).toMatchObject(lacking("orders:read"));
  });

  it("files of orders are exports of personal data", async () => {
    const key = { file_key: "exports/orders/order-export-1794861205164.csv" };
    const { client: reader } = await aMemberWith(shop, "read-only");
    expect(await reader.post("/admin/uploads/download-url", key)).toMatchObject(
      lacking("personal-data:read"),
    );
    const role = await aRole(shop, "import-export:write", "orders:read", "uploads:write");
    const { client } = await aMemberWith(shop, role);
    const job = { type: "order-export", context: {} };
    expect(await client.post("/admin/batch-jobs", job)).toMatchObject(lacking("personal-data:read"));
    expect(await client.delete("/admin/uploads", key)).toMatchObject(lacking("personal-data:read"));
  });

  it("a confirmed job needs it still", async () => {
    const role = await aRole(shop, "import-export:write", "products:read");
    const { client, id } = await aMemberWith(shop, role);
    const job = { type: "product-export", context: {}, dry_run: true };
    const { body } = await client.post("/admin/batch-jobs", job);
    await shop.admin.post(`/admin/users/${id}/role`, { role_id: await aRole(shop, "import-export:write") });
    const confirmed = await client.post(`/admin/batch-jobs/${body.batch_job.id}/confirm`);
    expect(confirmed).toMatchObject(lacking("products:read"));
  });

  it("money moves only with the permission for it", async () => {
    const role = await aRole(shop, "returns:write", "fulfillments:write", "orders:write");
    const { client } = await aMemberWith(shop, role);
    const needsMoney = lacking("payments:write");
    const order = "/admin/orders/order_1";
    expect(await client.post(`${order}/return`, { items: [], refund: 100 })).toMatchObject(needsMoney);
    expect(await client.post("/admin/returns/ret_1/receive", { items: [], refund: 100 })).toMatchObject(
      needsMoney,
    );
    expect(await client.post(`${order}/claims`, { type: "refund" })).toMatchObject(needsMoney);
    for (const action of ["capture", "refund", "cancel"])
      expect(await client.post(`${order}/${action}`, {})).toMatchObject(needsMoney);
    expect((await client.post(`${order}/return`, { items: [] })).status).not.toBe(403);
  });

  it("an answer that was stored for an Idempotency-Key is not shown after a demotion", async () => {
    const { client, id } = await aMemberWith(shop, await aRole(shop, "customers:write"));
    const headers = { "idempotency-key": "once" };
    const group = () => client.post("/admin/customer-groups", { name: "Friends" }, { headers });
    expect((await group()).status).toBe(200);
    expect((await group()).status).toBe(200);
    await shop.admin.post(`/admin/users/${id}/role`, { role_id: "read-only" });
    expect(await group()).toMatchObject(lacking("customers:write"));
  });
});
