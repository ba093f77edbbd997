import { describe, expect } from "vitest";
import { aMember, aMemberWith } from "../support/factories/team.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { runTradewind } from "../support/servers/process.ts";

const { it, shop } = withShop();

const give = (email: string, role: string) =>
  runTradewind(["user", "role", "--email", email, "--role", role], { DATABASE_URL: shop.databaseUrl });

describe("`user role`", () => {
  it("makes a user an owner again when no owner is left", async () => {
    await aMemberWith(shop, "support");
    const { email, client } = await aMember(shop);
    await shop.db.run({ text: `update "user" set deleted_at = now() where id = $1`, values: [shop.adminId] });
    expect((await client.get("/admin/roles")).status).toBe(403);
    expect(await give(email.toUpperCase(), "Owner")).toEqual({
      code: 0,
      output: `${email.toUpperCase()} has the role Owner.\n`,
    });
    expect((await client.get("/admin/roles")).status).toBe(200);
    await shop.db.run({ text: `update "user" set deleted_at = null where id = $1`, values: [shop.adminId] });
  });

  it("refuses an unknown user, an unknown role, and a shop without an owner", async () => {
    const owners = () =>
      shop.db.run({ text: "select user_id from tradewind.user_role where role_id = 'owner'", values: [] });
    const before = await owners();
    for (const [email, role, message] of [
      ["nobody@example.com", "owner", "nobody@example.com was not found"],
      [ADMIN.email, "captain", "Role captain was not found"],
    ] as const) {
      const { code, output } = await give(email, role);
      expect([code, output]).toEqual([1, expect.stringContaining(message)]);
    }
    expect(await owners()).toEqual(before);
  });
});
