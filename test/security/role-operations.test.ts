import { readFileSync } from "node:fs";
import { describe, expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { aMemberWith, lacking } from "../support/factories/team.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { nameOf, type Operation, pathOf } from "../support/fuzz/operations.ts";
import { startPopulatedShop } from "../support/fuzz/populated-shop.ts";

/** `role-operations.txt`: each operation of users, the permissions that it needs, the roles that have them. */
const table = new Map(
  readFileSync(new URL("role-operations.txt", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", permissions = "", roles = ""] = line.split(" | ");
      return [name, { permissions: permissions.split(" "), roles: roles.split(" ") }] as const;
    }),
);

const ROLES = ["manager", "fulfilment", "support", "read-only"];

const members = new Map<string, Client>();
const { it, shop } = withShop(() => startPopulatedShop());
it.beforeAll(async () => {
  for (const role of ROLES) {
    const { client, id } = await aMemberWith(shop, role);
    // With a token: one of the operations ends the session.
    await shop.admin.post(`/admin/users/${id}`, { api_token: `token of ${role}` });
    members.set(role, client.with({ "x-medusa-access-token": `token of ${role}` }));
  }
});

const guarded = () =>
  shop.operations.filter(({ path, needsCredential }) => path.startsWith("/admin/") && needsCredential);

const call = (operation: Operation, client: Client) =>
  client.send(
    operation.method,
    pathOf(operation, () => "some-id"),
    operation.method === "GET" ? {} : { body: {} },
  );

describe("the permissions of operations", () => {
  it("are in the table, for every operation of users", () => {
    expect(guarded().map(nameOf).sort()).toEqual([...table.keys()].sort());
    expect(guarded().length).toBeGreaterThan(280);
  });

  it("are in the API description", async () => {
    const { body } = await shop.admin.get("/openapi.json");
    const wrong = [...table].filter(([name, { permissions }]) => {
      const [method = "", path = ""] = name.split(" ");
      const { "x-permissions": described, responses } = body.paths[path][method.toLowerCase()];
      const isForAnyUser = permissions[0] === "any";
      // What it needs depends on whose record it is.
      if (path === "/admin/users/{id}" && method !== "DELETE") return described || !responses["403"];
      return isForAnyUser
        ? described || responses["403"]
        : described?.join(" ") !== permissions.join(" ") || !responses["403"];
    });
    expect(wrong).toEqual([]);
  });

  it("exist, and belong to a role or to owners only", async () => {
    const { body } = await shop.admin.get("/admin/permissions");
    const { body: listed } = await shop.admin.get("/admin/roles");
    const given = listed.roles.flatMap((role: { permissions: string[] }) => role.permissions);
    expect(given.filter((name: string) => name !== "*" && !body.permissions.includes(name))).toEqual([]);
    const ofOwners = body.permissions.filter((name: string) => !given.includes(name));
    expect(ofOwners).toEqual(["personal-data:write", "keys:write", "team:write", "webhooks:write"]);
    const used = new Set([...table.values()].flatMap(({ permissions }) => permissions));
    // Operations of plugins.
    expect(body.permissions.filter((name: string) => !used.has(name))).toEqual([
      "plugins:read",
      "plugins:write",
    ]);
  });
});

describe.each(ROLES)("the role %s", (role) => {
  it("is refused what it lacks, by name, and nothing changes", async () => {
    const client = members.get(role)!;
    await shop.changes();
    const letIn: string[] = [];
    for (const operation of guarded()) {
      const { permissions, roles } = table.get(nameOf(operation))!;
      if (permissions[0] === "any" || roles.includes(role)) continue;
      const { status, body } = await call(operation, client);
      const isRefused =
        status === 403 &&
        permissions.some((each) => body.message === `You need the permission ${each} for this`);
      if (!isRefused) letIn.push(`${nameOf(operation)} answers ${status} ${body.message}`);
    }
    expect(letIn).toEqual([]);
    expect(await shop.changes()).toEqual([]);
  });

  it("may do what it has", async () => {
    const client = members.get(role)!;
    const refused: string[] = [];
    for (const operation of guarded()) {
      const { permissions, roles } = table.get(nameOf(operation))!;
      if (permissions[0] !== "any" && !roles.includes(role)) continue;
      const { status } = await call(operation, client);
      if (status === 401 || status === 403 || status >= 500)
        refused.push(`${nameOf(operation)} answers ${status}`);
    }
    expect(refused).toEqual([]);
  });
});

describe("a user without a role, in a shop with roles", () => {
  it("may do nothing but what concerns the user alone", async () => {
    const { client, id } = await aMemberWith(shop, "support");
    await shop.admin.delete(`/admin/users/${id}/role`);
    for (const operation of guarded().filter((_, index) => index % 10 === 0)) {
      const [needed = ""] = table.get(nameOf(operation))!.permissions;
      if (needed !== "any") expect(await call(operation, client)).toMatchObject(lacking(needed));
    }
    expect((await client.get("/admin/auth")).status).toBe(200);
    expect((await client.get("/admin/permissions/me")).body).toEqual({
      user: expect.objectContaining({ id }),
      role_id: null,
      permissions: [],
    });
  });
});
