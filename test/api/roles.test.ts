import { describe, expect } from "vitest";
import { aMember, aMemberWith, aRole, lacking, teamOf } from "../support/factories/team.ts";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { anotherProcess } from "../support/servers/another-process.ts";
import { until } from "../support/time/until.ts";

const { it, shop } = withShop();

const roleOf = async (userId: string) => {
  const { body } = await shop.admin.get("/admin/roles/assignments");
  return body.assignments.find((each: { user_id: string }) => each.user_id === userId)?.role_id ?? null;
};

const inFreshShop = async (work: (fresh: StartedShop) => Promise<void>) => {
  const fresh = await startShop();
  try {
    await work(fresh);
  } finally {
    await fresh.close();
  }
};

describe("a shop without roles", () => {
  it("lets every user do everything, as v1 does", () =>
    inFreshShop(async (fresh) => {
      const { client } = await aMember(fresh);
      expect((await client.post("/admin/customer-groups", { name: "Friends" })).status).toBe(200);
      const { body } = await client.get("/admin/permissions/me");
      expect(body.role_id).toBeNull();
      expect(body.permissions).toEqual((await client.get("/admin/permissions")).body.permissions);
      const { body: listed } = await client.get("/admin/roles");
      const built = listed.roles.map(({ id }: { id: string }) => id).sort();
      expect(built).toEqual(["fulfilment", "manager", "owner", "read-only", "support"]);
      expect((await client.delete(`/admin/users/${fresh.adminId}/role`)).status).toBe(200);
      expect((await client.get("/admin/roles/assignments")).body).toEqual({ assignments: [] });
    }));

  it("asks the database once who calls, with roles and without", () =>
    inFreshShop(async (fresh) => {
      const { client } = await aMember(fresh);
      const statements: string[] = [];
      fresh.db.onStatement.add(({ name }) => statements.push(name ?? ""));
      await client.get("/admin/currencies?limit=1");
      statements.length = 0;
      await client.get("/admin/auth");
      const before = [...statements];
      await aMemberWith(fresh, "support");
      statements.length = 0;
      await client.get("/admin/auth");
      expect(statements).toEqual(before);
      expect(before.filter((name) => name === "session-owner")).toHaveLength(1);
    }));

  it("makes everybody else an owner with its first role, and needs one", () =>
    inFreshShop(async (fresh) => {
      const own = `/admin/users/${fresh.adminId}/role`;
      const { status, body } = await fresh.admin.post(own, { role_id: "manager" });
      expect([status, body.type]).toEqual([400, "not_allowed"]);
      expect(body.message).toContain("The shop needs an owner");
      expect((await fresh.admin.get("/admin/roles/assignments")).body.assignments).toEqual([]);

      const other = await aMember(fresh);
      const helper = await aMemberWith(fresh, "support");
      expect((await other.client.get("/admin/permissions/me")).body.role_id).toBe("owner");
      expect((await fresh.admin.get("/admin/permissions/me")).body.role_id).toBe("owner");
      expect((await helper.client.get("/admin/permissions/me")).body.role_id).toBe("support");
    }));
});

describe("a role of the shop's own", () => {
  it("is created, changed and deleted, and counts at once", async () => {
    const permissions = ["orders:read", "notes:write"];
    const { status, body } = await shop.admin.post("/admin/roles", { name: " Packer ", permissions });
    expect(status).toBe(200);
    expect(body.role).toMatchObject({ name: "Packer", description: null, permissions, is_built_in: false });
    const { id, client } = await aMemberWith(shop, body.role.id);
    const path = `/admin/roles/${body.role.id}`;
    expect((await client.get("/admin/orders")).status).toBe(200);
    expect(await client.get("/admin/customers")).toMatchObject(lacking("customers:read"));

    await shop.admin.post(path, { permissions: ["customers:read"], description: "Sees customers" });
    expect((await client.get("/admin/customers")).status).toBe(200);
    expect(await client.get("/admin/orders")).toMatchObject(lacking("orders:read"));

    const used = await shop.admin.delete(path);
    expect([used.status, used.body.type]).toEqual([400, "not_allowed"]);
    await shop.admin.post(`/admin/users/${id}/role`, { role_id: "support" });
    expect((await shop.admin.delete(path)).body).toEqual({ id: body.role.id, object: "role", deleted: true });
    expect((await shop.admin.get(path)).status).toBe(404);
  });

  it.each([
    ["an unknown permission", { name: "X", permissions: ["orders:fly"] }, "permissions"],
    ["the star of owners", { name: "X", permissions: ["*"] }, "permissions"],
    ["no name", { name: " ", permissions: [] }, "name"],
    ["no permissions", { name: "X" }, "permissions"],
    ["another field", { name: "X", permissions: [], is_built_in: true }, "is_built_in"],
  ])("is refused with %s, and nothing changes", async (_, sent, field) => {
    const before = await teamOf(shop);
    const { status, body } = await shop.admin.post("/admin/roles", sent);
    expect(status).toBe(400);
    expect(body.message).toContain(field);
    expect(await teamOf(shop)).toEqual(before);
  });

  it("has a name of its own, in any letters", async () => {
    const { status, body } = await shop.admin.post("/admin/roles", { name: "OWNER", permissions: [] });
    expect([status, body.type]).toEqual([422, "duplicate_error"]);
  });
});

describe("a built-in role", () => {
  it.each(["owner", "manager", "fulfilment", "support", "read-only"])(
    "is not changed or deleted: %s",
    async (id) => {
      const before = await teamOf(shop);
      for (const attempt of [
        () => shop.admin.post(`/admin/roles/${id}`, { permissions: [] }),
        () => shop.admin.delete(`/admin/roles/${id}`),
      ]) {
        const { status, body } = await attempt();
        expect([status, body.message]).toEqual([400, expect.stringContaining("built in")]);
      }
      expect(await teamOf(shop)).toEqual(before);
    },
  );
});

describe("the role of a user", () => {
  it("is refused for an unknown user or an unknown role", async () => {
    const { id } = await aMemberWith(shop, "support");
    expect((await shop.admin.post("/admin/users/usr_none/role", { role_id: "owner" })).status).toBe(404);
    expect((await shop.admin.post(`/admin/users/${id}/role`, { role_id: "captain" })).status).toBe(404);
    expect((await shop.admin.post(`/admin/users/${id}/role`, {})).status).toBe(400);
    expect(await roleOf(id)).toBe("support");
  });

  it("counts for sessions, bearer tokens and API tokens", async () => {
    const { id, email, client } = await aMemberWith(shop, "support");
    await shop.admin.post(`/admin/users/${id}`, { api_token: "the-helpers-token" });
    const { body } = await shop
      .visitor()
      .post("/admin/auth/token", { email, password: "a password for the team" });
    const bearer = (token: string) => shop.visitor().with({ authorization: `Bearer ${token}` });
    const callers = [
      client,
      bearer(body.access_token),
      bearer("the-helpers-token"),
      shop.visitor().with({ "x-medusa-access-token": "the-helpers-token" }),
    ];
    for (const caller of callers) {
      expect((await caller.get("/admin/customers")).status).toBe(200);
      expect(await caller.get("/admin/users")).toMatchObject(lacking("team:read"));
    }
    await shop.admin.post(`/admin/users/${id}/role`, { role_id: "fulfilment" });
    for (const caller of callers)
      expect(await caller.get("/admin/customers")).toMatchObject(lacking("customers:read"));
  });

  it("counts from the next request on, at another process, too", async () => {
    const { id, client } = await aMemberWith(shop, "manager");
    const other = await anotherProcess(shop);
    try {
      const there = other.visitor({ cookie: `connect.sid=${client.cookie("connect.sid")}` });
      for (const role of ["read-only", "manager", "fulfilment"]) {
        await shop.admin.post(`/admin/users/${id}/role`, { role_id: role });
        const { status } = await there.post("/admin/customer-groups", { name: `Of ${role}` });
        expect([role, status]).toEqual([role, role === "manager" ? 200 : 403]);
      }
    } finally {
      await other.close();
    }
  });

  it("is in the audit log and the event log, with what it was before", async () => {
    const { id } = await aMemberWith(shop, "support");
    await shop.admin.post(`/admin/users/${id}/role`, { role_id: "manager" });
    const { body } = await shop.admin.get(`/admin/audit-log?path=/admin/users/${id}/role&limit=1`);
    expect(body.entries[0]).toMatchObject({
      user_id: shop.adminId,
      before: { role_id: "support" },
      after: { role_id: "manager" },
    });
    const { body: log } = await shop.admin.get("/admin/events?name=user.role_changed&limit=1");
    expect(log.events[0]).toMatchObject({
      entity_id: id,
      data: { role_id: "manager", old_role_id: "support" },
    });
    const roleId = await aRole(shop, "orders:read");
    await shop.admin.post(`/admin/roles/${roleId}`, { permissions: ["orders:write"] });
    const changed = await shop.admin.get(`/admin/audit-log?path=/admin/roles/${roleId}&limit=1`);
    expect(changed.body.entries[0]).toMatchObject({
      before: { permissions: ["orders:read"] },
      after: { permissions: ["orders:write"] },
    });
  });
});

describe("the last owner", () => {
  it("cannot lose the role, nor be deleted", () =>
    inFreshShop(async (fresh) => {
      const helper = await aMemberWith(fresh, "support");
      const own = `/admin/users/${fresh.adminId}`;
      const before = await teamOf(fresh);
      for (const attempt of [
        () => fresh.admin.post(`${own}/role`, { role_id: "manager" }),
        () => fresh.admin.delete(`${own}/role`),
        () => fresh.admin.delete(own),
      ]) {
        const { status, body } = await attempt();
        expect([status, body.type]).toEqual([400, "not_allowed"]);
      }
      expect(await teamOf(fresh)).toEqual(before);
      await fresh.admin.post(`/admin/users/${helper.id}/role`, { role_id: "owner" });
      expect((await fresh.admin.post(`${own}/role`, { role_id: "manager" })).status).toBe(200);
    }));

  it("stays when two owners demote each other at the same time", () =>
    inFreshShop(async (fresh) => {
      const other = await aMemberWith(fresh, "owner");
      const callers = [
        { client: fresh.admin, id: other.id },
        { client: other.client, id: fresh.adminId },
      ];
      for (let round = 0; round < 5; round++) {
        const answers = await Promise.all(
          callers.map(({ client, id }) => client.post(`/admin/users/${id}/role`, { role_id: "manager" })),
        );
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        // The other one is no owner any more, and is refused after the lock.
        expect(answers.find(({ status }) => status !== 200)).toMatchObject(lacking("team:write"));
        const demoted = callers[answers.findIndex(({ status }) => status === 200)]!;
        await demoted.client.post(`/admin/users/${demoted.id}/role`, { role_id: "owner" });
      }
    }));
});

describe("an invite with a role", () => {
  const accept = (token: string) =>
    shop.visitor().post("/admin/invites/accept", { token, user: { password: "a password for the team" } });

  const invited = async (user: string, more: object) => {
    expect((await shop.admin.post("/admin/invites", { user, role: "member", ...more })).status).toBe(200);
    const { body } = await shop.admin.get("/admin/invites");
    return body.invites.find((each: { user_email: string }) => each.user_email === user);
  };

  it("gives it to the person who accepts it", async () => {
    const { id, token } = await invited("new@example.com", { role_id: "fulfilment" });
    const { body } = await shop.admin.get("/admin/roles/assignments");
    expect(body.assignments).toContainEqual({ user_id: null, invite_id: id, role_id: "fulfilment" });
    expect((await accept(token)).status).toBe(200);
    const client = shop.visitor();
    const { body: login } = await client.post("/admin/auth", {
      email: "new@example.com",
      password: "a password for the team",
    });
    expect(await roleOf(login.user.id)).toBe("fulfilment");
    expect((await client.get("/admin/orders")).status).toBe(200);
    expect(await client.get("/admin/customers")).toMatchObject(lacking("customers:read"));
  });

  it("has the role of its last renewal, and keeps the role from being deleted while it is open", async () => {
    const role = await aRole(shop, "orders:read");
    const { id } = await invited("again@example.com", { role_id: role });
    expect((await shop.admin.delete(`/admin/roles/${role}`)).status).toBe(400);
    const { token } = await invited("again@example.com", {});
    expect((await accept(token)).status).toBe(200);
    expect((await shop.admin.delete(`/admin/roles/${role}`)).status).toBe(200);
    expect((await shop.admin.delete(`/admin/invites/${id}`)).status).toBe(200);
  });

  it("is refused for a role that does not exist, and nobody is invited", async () => {
    const before = await teamOf(shop);
    const sent = { user: "nobody@example.com", role: "member", role_id: "captain" };
    expect((await shop.admin.post("/admin/invites", sent)).status).toBe(404);
    expect(await teamOf(shop)).toEqual(before);
  });

  it("starts roles in a shop that had none", () =>
    inFreshShop(async (fresh) => {
      const sent = { user: "first@example.com", role: "member", role_id: "support" };
      await fresh.admin.post("/admin/invites", sent);
      const { body } = await fresh.admin.get("/admin/invites");
      await fresh.visitor().post("/admin/invites/accept", {
        token: body.invites[0].token,
        user: { password: "a password for the team" },
      });
      await until(async () => (await fresh.admin.get("/admin/permissions/me")).body.role_id === "owner");
    }));
});
