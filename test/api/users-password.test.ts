import { createSigner } from "fast-jwt";
import { describe, expect, vi } from "vitest";
import { minutes } from "../../src/kernel/dates.ts";
import { createUser } from "../../src/modules/people/users/index.ts";
import { announced, delivered } from "../support/checks/announced-events.ts";
import type { Client } from "../support/clients/client.ts";
import { ADMIN, startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();
it.afterEach(() => {
  vi.useRealTimers();
});

let made = 0;

/** A user with a session of their own. */
async function aUser() {
  const login = { email: `person-${++made}@example.com`, password: "pw" };
  const id = await createUser({ db: shop.db }, login);
  const client = shop.visitor();
  await client.post("/admin/auth", login);
  return { id, email: login.email, client };
}

const isLoggedIn = async (client: Client) => (await client.get("/admin/auth")).status === 200;

describe("a password reset", () => {
  const lastToken = async (email: string) => {
    const events = await delivered(shop.db, "user.password_reset");
    return events.filter((event) => event["email"] === email).at(-1)?.["token"] as string;
  };
  const aForgetfulUser = async () => {
    const user = await aUser();
    await shop.visitor().post("/admin/users/password-token", { email: user.email });
    return { ...user, token: await lastToken(user.email) };
  };
  const canLogIn = async (email: string, password: string) =>
    (await shop.visitor().post("/admin/auth", { email, password })).status === 200;
  const reset = (body: Record<string, unknown>) => shop.visitor().post("/admin/users/reset-password", body);

  it("is replaced with a token, which ends the sessions of the old one", async () => {
    const user = await aForgetfulUser();
    const { status, body } = await reset({ email: user.email, token: user.token, password: "new" });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ id: user.id, email: user.email, api_token: null });
    expect(JSON.stringify(body)).not.toContain("password_hash");
    expect(await isLoggedIn(user.client)).toBe(false);
    expect(await canLogIn(user.email, "pw")).toBe(false);
    expect(await canLogIn(user.email, "new")).toBe(true);
  });

  it("needs no email in addition to the token", async () => {
    const user = await aForgetfulUser();
    expect((await reset({ token: user.token, password: "new" })).status).toBe(200);
    expect(await canLogIn(user.email, "new")).toBe(true);
  });

  it("answers the same for an unknown email, and announces nothing", async () => {
    const known = await aUser();
    const before = (await announced(shop.db, "user.password_reset")).length;
    const ask = (email: string) => shop.visitor().post("/admin/users/password-token", { email });
    const unknown = await ask("ghost@example.com");
    expect(unknown.status).toBe(204);
    expect(unknown.body).toBe("");
    expect(await announced(shop.db, "user.password_reset")).toHaveLength(before);
    const answer = await ask(known.email.toUpperCase());
    expect(answer.status).toBe(204);
    expect(answer.body).toBe("");
    expect(await announced(shop.db, "user.password_reset")).toHaveLength(before + 1);
  });

  it("takes a token only once", async () => {
    const user = await aForgetfulUser();
    await reset({ token: user.token, password: "first" });
    const { status, body } = await reset({ token: user.token, password: "second" });
    expect(status).toBe(401);
    expect(body).toEqual({ type: "unauthorized", message: "Unauthorized" });
    expect(await canLogIn(user.email, "first")).toBe(true);
    expect(await canLogIn(user.email, "second")).toBe(false);
  });

  it("takes a token once, also when it comes twice at the same moment", async () => {
    const user = await aForgetfulUser();
    const answers = await Promise.all(
      ["one", "two", "three"].map((password) => reset({ token: user.token, password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it("refuses a token of another user, and changes nothing", async () => {
    const [user, other] = [await aForgetfulUser(), await aForgetfulUser()];
    const jwt = await shop.visitor().post("/admin/auth/token", { email: user.email, password: "pw" });
    const [head, claims, signature] = user.token.split(".") as [string, string, string];
    const forged = Buffer.from(JSON.stringify({ user_id: user.id, email: user.email })).toString("base64url");
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
    const odd = Buffer.from(JSON.stringify({ email: { $ne: 1 } })).toString("base64url");
    for (const token of ["nonsense", "a.b.c"]) {
      for (const email of [user.email, undefined, "ghost@example.com"]) {
        const { status, body } = await reset({ email, token, password: "stolen" });
        expect({ status, type: body.type }).toEqual({ status: 400, type: "invalid_data" });
      }
    }
    for (const token of [
      `${head}.${claims}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
      `${none}.${forged}.`,
      `${head}.${odd}.${signature}`,
      jwt.body.access_token,
    ]) {
      expect((await reset({ token, password: "stolen" })).status).toBe(401);
      expect((await reset({ email: user.email, token, password: "stolen" })).status).toBe(401);
    }
    expect((await reset({ email: user.email, token: other.token, password: "stolen" })).status).toBe(401);
    expect((await reset({ email: "ghost@example.com", token: user.token, password: "x" })).status).toBe(401);
    expect(await canLogIn(user.email, "stolen")).toBe(false);
    expect(await canLogIn(user.email, "pw")).toBe(true);
    expect(await isLoggedIn(user.client)).toBe(true);
  });

  it("refuses the token of a user who was deleted since", async () => {
    const user = await aForgetfulUser();
    await shop.admin.delete(`/admin/users/${user.id}`);
    expect((await reset({ token: user.token, password: "new" })).status).toBe(401);
  });

  it("refuses a token after a quarter of an hour", async () => {
    const [early, late] = [await aForgetfulUser(), await aForgetfulUser()];
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.now() + minutes(14));
    expect((await reset({ token: early.token, password: "new" })).status).toBe(200);
    vi.setSystemTime(Date.now() + minutes(2));
    expect((await reset({ token: late.token, password: "new" })).status).toBe(401);
    expect(await canLogIn(late.email, "pw")).toBe(true);
  });

  it("has the user in the token", async () => {
    const user = await aForgetfulUser();
    const claims = JSON.parse(Buffer.from(user.token.split(".")[1]!, "base64url").toString());
    expect(claims).toMatchObject({ user_id: user.id, email: user.email });
  });

  it.each([
    ["/admin/users/password-token", {}, "email is required"],
    ["/admin/users/password-token", { email: "x" }, "email must be an email"],
    ["/admin/users/reset-password", { password: "new" }, "token is required"],
    ["/admin/users/reset-password", { token: "t" }, "password is required"],
    ["/admin/users/reset-password", { token: "t", password: "" }, "password should not be empty"],
  ])("refuses POST %s %j", async (path, input, message) => {
    const { status, body } = await shop.visitor().post(path, input);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
  });

  it("cannot be guessed at without end, nor be used to flood a mailbox", async () => {
    const shop = await startShop({ TRADEWIND_FAILURES_PER_ACCOUNT: "3" });
    const { email } = ADMIN;
    const forgedToken = createSigner({ key: "a guess" })({ user_id: shop.adminId, email });
    const ask = () => shop.visitor().post("/admin/users/password-token", { email });
    const guess = () =>
      shop.visitor().post("/admin/users/reset-password", { email, token: forgedToken, password: "x" });
    const statusesOf = async (attempt: () => Promise<{ status: number }>) =>
      [await attempt(), await attempt(), await attempt(), await attempt()].map(({ status }) => status);
    expect(await statusesOf(guess)).toEqual([401, 401, 401, 429]);
    expect(await statusesOf(ask)).toEqual([204, 204, 204, 429]);
    expect(await announced(shop.db, "user.password_reset")).toHaveLength(3);
    await shop.close();
  });
});
