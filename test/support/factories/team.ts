import { expect } from "vitest";
import type { Client } from "../clients/client.ts";
import type { TestShop } from "../fixtures/shop.ts";

const PASSWORD = "a password for the team";
let made = 0;

/** The shop of a test, or the one behind its dashboard. */
type Shop = Pick<TestShop, "admin" | "visitor">;

export interface Member {
  id: string;
  email: string;
  password: string;
  /** With a session. */
  client: Client;
}

/** A user without a role, logged in. */
export async function aMember(shop: Shop): Promise<Member> {
  const email = `member-${++made}@example.com`;
  const { body } = await shop.admin.post("/admin/users", { email, password: PASSWORD });
  const client = shop.visitor();
  await client.post("/admin/auth", { email, password: PASSWORD });
  return { id: body.user.id, email, password: PASSWORD, client };
}

/** A user with a role; the admin of the shop is an owner from the first of them on. */
export async function aMemberWith(shop: Shop, roleId: string): Promise<Member> {
  const member = await aMember(shop);
  const { status, body } = await shop.admin.post(`/admin/users/${member.id}/role`, { role_id: roleId });
  if (status !== 200) throw new Error(body.message);
  return member;
}

/** A role of the shop's own with these permissions. */
export async function aRole(shop: TestShop, ...permissions: string[]): Promise<string> {
  const { status, body } = await shop.admin.post("/admin/roles", { name: `Role ${++made}`, permissions });
  if (status !== 200) throw new Error(body.message);
  return body.role.id;
}

/** The answer to a request without the permission. */
export const lacking = (permission: string) => ({
  status: 403,
  body: {
    type: "not_allowed",
    code: "missing_permission",
    message: expect.stringContaining(`You need the permission ${permission} for this`),
  },
});

/** Everything that says who may do what. */
export const teamOf = async (shop: TestShop) => ({
  roles: await shop.db.run({ text: "select id, permissions from tradewind.role order by id", values: [] }),
  users: await shop.db.run({
    text: `select id, email, role, api_token, password_hash, deleted_at, role_id from "user"
      left join tradewind.user_role on user_id = id order by id`,
    values: [],
  }),
  invites: await shop.db.run({
    text: `select id, user_email, token, deleted_at, role_id from invite
      left join tradewind.invite_role on invite_id = id order by id`,
    values: [],
  }),
});
