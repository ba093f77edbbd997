import { createSigner } from "fast-jwt";
import { describe, expect } from "vitest";
import { createUser } from "../../src/modules/people/users/index.ts";
import { announced, delivered } from "../support/checks/announced-events.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { JWT_SECRET, startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

let made = 0;
const anEmail = () => `invited-${++made}@example.com`;

interface Invite {
  id: string;
  user_email: string;
  token: string;
  role: string;
  expires_at: string;
}

const openInvites = async (): Promise<Invite[]> => (await shop.admin.get("/admin/invites")).body.invites;
const openInvite = async (email: string) =>
  (await openInvites()).find((invite) => invite.user_email === email);

async function anInvite({ email = anEmail(), role = "member" } = {}): Promise<Invite> {
  await shop.admin.post("/admin/invites", { user: email, role });
  return (await openInvite(email))!;
}

const newcomer = { first_name: "New", last_name: "Comer", password: "pw" };
const accept = (token: string, user: Record<string, unknown> = newcomer) =>
  shop.visitor().post("/admin/invites/accept", { token, user });
const usersWith = async (email: string) => (await shop.admin.get(`/admin/users?email=${email}`)).body.users;
const invalidInvite = { type: "invalid_data", message: "Invalid invite" };

describe("inviting a user", () => {
  it("opens an invite for a week and announces its token", async () => {
    const email = anEmail();
    const { status, body, headers } = await shop.admin.post("/admin/invites", {
      user: email.toUpperCase(),
      role: "developer",
    });
    expect(status).toBe(200);
    expect(body).toBe("OK");
    expect(headers.get("content-type")).toMatch(/^text\/plain/);

    const invite = await openInvite(email);
    expect(invite).toEqual({
      id: expect.stringMatching(/^invite_[0-9A-Z]{26}$/),
      user_email: email,
      role: "developer",
      accepted: false,
      token: expect.any(String),
      expires_at: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
      metadata: null,
    });
    const days = (Date.parse(invite!.expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    const claims = JSON.parse(Buffer.from(invite!.token.split(".")[1]!, "base64url").toString());
    expect(claims).toMatchObject({ invite_id: invite!.id, role: "developer", user_email: email });
    expect(await announced(shop.db, "invite.created")).toContainEqual({ id: invite!.id, user_email: email });
    expect(await delivered(shop.db, "invite.created")).toContainEqual({
      id: invite!.id,
      token: invite!.token,
      user_email: email,
    });
  });

  it("is refused for the email of a user", async () => {
    const email = anEmail();
    await createUser({ db: shop.db }, { email, password: "pw" });
    const { status, body } = await shop.admin.post("/admin/invites", { user: email, role: "admin" });
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message: "Can't invite a user with an existing account" });
    expect(await openInvite(email)).toBeUndefined();
  });

  it("renews an open invite with the role given last; the first token holds as long as it did", async () => {
    const first = await anInvite({ role: "member" });
    const second = await anInvite({ email: first.user_email, role: "admin" });
    expect(second.id).toBe(first.id);
    expect(second.role).toBe("admin");
    expect(second.token).not.toBe(first.token);
    expect((await openInvites()).filter(({ user_email }) => user_email === first.user_email)).toHaveLength(1);
    expect((await accept(first.token)).status).toBe(200);
    expect((await usersWith(first.user_email))[0].role).toBe("admin");
    expect((await accept(second.token)).body).toEqual(invalidInvite);
    expect(await usersWith(first.user_email)).toHaveLength(1);
  });

  it("makes one invite of several for the same email at once", async () => {
    const email = anEmail();
    const input = { user: email, role: "member" };
    const answers = await Promise.all([1, 2, 3].map(() => shop.admin.post("/admin/invites", input)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await openInvites()).filter(({ user_email }) => user_email === email)).toHaveLength(1);
  });

  it("is possible again after the invite was deleted", async () => {
    const first = await anInvite();
    await shop.admin.delete(`/admin/invites/${first.id}`);
    const second = await anInvite({ email: first.user_email });
    expect((await accept(first.token)).body).toEqual(invalidInvite);
    expect((await accept(second.token)).status).toBe(200);
  });

  it("is possible again after the user who accepted was deleted", async () => {
    const first = await anInvite();
    await accept(first.token);
    const [user] = await usersWith(first.user_email);
    await shop.admin.delete(`/admin/users/${user.id}`);
    const second = await anInvite({ email: first.user_email });
    expect((await accept(first.token)).body).toEqual(invalidInvite);
    expect((await accept(second.token)).status).toBe(200);
    expect(await usersWith(first.user_email)).toHaveLength(1);
  });

  it.each([
    [{ role: "admin" }, "user is required"],
    [{ user: "x@example.com" }, "role is required"],
    [{ user: "nobody", role: "admin" }, "user must be an email"],
    [
      { user: "x@example.com", role: "king" },
      "role must be one of the following values: admin, member, developer",
    ],
    [{ user: "x@example.com", role: "admin", note: "hi" }, "property note should not exist"],
  ])("refuses %j", async (input, message) => {
    const before = await openInvites();
    const { status, body } = await shop.admin.post("/admin/invites", input);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(await openInvites()).toEqual(before);
  });

  it("is for users only", async () => {
    const email = anEmail();
    const { status } = await shop.visitor().post("/admin/invites", { user: email, role: "admin" });
    expect(status).toBe(401);
    expect(await openInvite(email)).toBeUndefined();
  });
});

describe("the list of invites", () => {
  it("shows open invites only, those that were sent last at the end", async () => {
    const accepted = await anInvite();
    const deleted = await anInvite();
    const [older, newer] = [await anInvite(), await anInvite()];
    await accept(accepted.token);
    await shop.admin.delete(`/admin/invites/${deleted.id}`);
    const ids = (await openInvites()).map(({ id }) => id);
    expect(ids.slice(-2)).toEqual([older.id, newer.id]);
    await shop.admin.post(`/admin/invites/${older.id}/resend`);
    expect((await openInvites()).map(({ id }) => id).slice(-2)).toEqual([newer.id, older.id]);
    expect(ids).not.toContain(accepted.id);
    expect(ids).not.toContain(deleted.id);
  });

  it("is empty without invites", async () => {
    const shop = await startShop();
    const { status, body } = await shop.admin.get("/admin/invites");
    expect(status).toBe(200);
    expect(body).toEqual({ invites: [] });
    await shop.close();
  });

  it("is for users only, and takes no parameters", async () => {
    expect((await shop.visitor().get("/admin/invites")).status).toBe(401);
    const { status, body } = await shop.admin.get("/admin/invites?limit=1");
    expect(status).toBe(400);
    expect(body.message).toBe("property limit should not exist");
  });

  it("takes two statements", async () => {
    const { statements, credentials } = await countingStatements(shop.db, () =>
      shop.admin.get("/admin/invites"),
    );
    expect(statements).toHaveLength(2);
    expect(credentials).toBe(1);
  });
});

describe("accepting an invite", () => {
  it("makes a user with the role of the invite, who can log in", async () => {
    const invite = await anInvite({ role: "admin" });
    const { status, body } = await accept(invite.token);
    expect(status).toBe(200);
    expect(body).toBe("OK");
    const login = await shop.visitor().post("/admin/auth", { email: invite.user_email, password: "pw" });
    expect(login.body.user).toMatchObject({
      email: invite.user_email,
      first_name: "New",
      last_name: "Comer",
      role: "admin",
    });
    expect(await announced(shop.db, "user.created")).toContainEqual({ id: login.body.user.id });
    expect(await openInvite(invite.user_email)).toBeUndefined();
  });

  it("is refused the second time", async () => {
    const invite = await anInvite();
    await accept(invite.token);
    const { status, body } = await accept(invite.token, { ...newcomer, password: "other" });
    expect(status).toBe(400);
    expect(body).toEqual(invalidInvite);
    expect(await usersWith(invite.user_email)).toHaveLength(1);
    const login = { email: invite.user_email, password: "other" };
    expect((await shop.visitor().post("/admin/auth", login)).status).toBe(401);
  });

  it("makes one user of several acceptances at once", async () => {
    const invite = await anInvite();
    const answers = await Promise.all([1, 2, 3, 4].map(() => accept(invite.token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(await usersWith(invite.user_email)).toHaveLength(1);
  });

  it("is refused after a week", async () => {
    const invite = await anInvite();
    await shop.db.run({
      text: "update invite set expires_at = now() - interval '1 second' where id = $1",
      values: [invite.id],
    });
    const { status, body } = await accept(invite.token);
    expect(status).toBe(400);
    expect(body).toEqual(invalidInvite);
    expect(await usersWith(invite.user_email)).toEqual([]);
  });

  it("is refused for a deleted invite", async () => {
    const invite = await anInvite();
    await shop.admin.delete(`/admin/invites/${invite.id}`);
    expect((await accept(invite.token)).body).toEqual(invalidInvite);
    expect(await usersWith(invite.user_email)).toEqual([]);
  });

  it("is refused for an email that became a user in another way", async () => {
    const invite = await anInvite();
    await createUser({ db: shop.db }, { email: invite.user_email, password: "own" });
    const { status, body } = await accept(invite.token);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message: "User already joined" });
    expect(await usersWith(invite.user_email)).toHaveLength(1);
  });

  it("is refused for a token that is none of ours", async () => {
    const invite = await anInvite();
    const claims = { invite_id: invite.id, role: "admin", user_email: invite.user_email };
    const jwt = await shop.visitor().post("/admin/auth/token", {
      email: "admin@example.com",
      password: "correct horse battery",
    });
    for (const token of [
      "nonsense",
      createSigner({ key: "somebody else's secret" })(claims),
      createSigner({ algorithm: "none" })(claims),
      jwt.body.access_token,
    ]) {
      const { status, body } = await accept(token);
      expect(status).toBe(400);
      expect(body).toEqual({ type: "invalid_data", message: "Token is not valid" });
    }
    // Signed by us, but for another email, another invite, or another time.
    for (const other of [{ user_email: "other@example.com" }, { invite_id: "invite_other" }]) {
      const token = createSigner({ key: JWT_SECRET })({ ...claims, ...other });
      expect((await accept(token)).body).toEqual(invalidInvite);
    }
    const old = createSigner({ key: JWT_SECRET, expiresIn: 1, clockTimestamp: Date.now() - 10_000 })(claims);
    expect((await accept(old)).status).toBe(400);
    expect(await usersWith(invite.user_email)).toEqual([]);
  });

  it("gives no way in by itself: the token is no credential", async () => {
    const invite = await anInvite({ role: "admin" });
    const holder = shop.visitor().with({ authorization: `Bearer ${invite.token}` });
    expect((await holder.get("/admin/auth")).status).toBe(401);
  });

  it("needs no names", async () => {
    const invite = await anInvite();
    expect((await accept(invite.token, { password: "pw" })).status).toBe(200);
    expect(await usersWith(invite.user_email)).toMatchObject([{ first_name: null, last_name: null }]);
  });

  it.each([
    [{ first_name: "A", last_name: "B" }, "password is required"],
    [{ first_name: "A", last_name: "B", password: "" }, "user.password should not be empty"],
    [{ ...newcomer, email: "other@example.com" }, "property email should not exist"],
    [{ ...newcomer, role: "admin" }, "property role should not exist"],
  ])("refuses the user %j", async (user, message) => {
    const invite = await anInvite();
    const { status, body } = await accept(invite.token, user);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(await usersWith(invite.user_email)).toEqual([]);
    expect(await openInvite(invite.user_email)).toBeDefined();
  });

  it("needs a token and a user", async () => {
    const visitor = shop.visitor();
    expect((await visitor.post("/admin/invites/accept", { user: newcomer })).body.message).toBe(
      "token is required",
    );
    expect((await visitor.post("/admin/invites/accept", { token: "t" })).body.message).toBe(
      "user is required",
    );
  });
});

describe("sending an invite again", () => {
  it("renews its token and its week", async () => {
    const first = await anInvite();
    await shop.db.run({
      text: "update invite set expires_at = now() - interval '1 day' where id = $1",
      values: [first.id],
    });
    const { status, body } = await shop.admin.post(`/admin/invites/${first.id}/resend`);
    expect(status).toBe(200);
    expect(body).toBe("OK");
    const second = (await openInvite(first.user_email))!;
    expect(second.token).not.toBe(first.token);
    expect(Date.parse(second.expires_at)).toBeGreaterThan(Date.now());
    expect(await delivered(shop.db, "invite.created")).toContainEqual({
      id: first.id,
      token: second.token,
      user_email: first.user_email,
    });
    expect((await accept(first.token)).status).toBe(200);
    expect((await accept(second.token)).body).toEqual(invalidInvite);
  });

  it("is refused for an invite that is unknown, deleted or accepted", async () => {
    const [deleted, accepted] = [await anInvite(), await anInvite()];
    await shop.admin.delete(`/admin/invites/${deleted.id}`);
    await accept(accepted.token);
    const before = await announced(shop.db, "invite.created");
    for (const id of ["invite_unknown", deleted.id, accepted.id]) {
      const { status, body } = await shop.admin.post(`/admin/invites/${id}/resend`);
      expect(status).toBe(400);
      expect(body).toEqual({ type: "invalid_data", message: "Invite doesn't exist" });
    }
    expect(await announced(shop.db, "invite.created")).toEqual(before);
    expect(await openInvite(deleted.user_email)).toBeUndefined();
  });

  it("is for users only", async () => {
    const invite = await anInvite();
    expect((await shop.visitor().post(`/admin/invites/${invite.id}/resend`)).status).toBe(401);
    expect((await openInvite(invite.user_email))!.token).toBe(invite.token);
  });
});

describe("deleting an invite", () => {
  it("can be repeated, and gives the same answer for unknown ids", async () => {
    const invite = await anInvite();
    for (const id of [invite.id, invite.id, "invite_unknown"]) {
      const { status, body } = await shop.admin.delete(`/admin/invites/${id}`);
      expect(status).toBe(200);
      expect(body).toEqual({ id, object: "invite", deleted: true });
    }
    expect(await openInvite(invite.user_email)).toBeUndefined();
  });

  it("is for users only", async () => {
    const invite = await anInvite();
    expect((await shop.visitor().delete(`/admin/invites/${invite.id}`)).status).toBe(401);
    expect(await openInvite(invite.user_email)).toBeDefined();
  });
});
