import { createHash } from "node:crypto";
import { describe, expect } from "vitest";
import {
  createUser,
  issueApiToken,
  listUsers,
  revokeApiToken,
} from "../../src/modules/people/users/index.ts";
import { announced } from "../support/checks/announced-events.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import type { Client } from "../support/clients/client.ts";
import { ADMIN, type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { finishAdoption, runBesideV1 } from "../support/v1/beside-v1.ts";

const { it, shop } = withShop();

let made = 0;

/** A user with a session of their own. */
async function aUser(input: Record<string, unknown> = {}) {
  const email = `person-${++made}@example.com`;
  const { body } = await shop.admin.post("/admin/users", { email, password: "pw", ...input });
  const client = shop.visitor();
  await client.post("/admin/auth", { email: body.user.email, password: "pw" });
  return { id: body.user.id as string, email: body.user.email as string, client };
}

const emails = (body: { users: { email: string }[] }) => body.users.map(({ email }) => email);
const shown = async (id: string) => (await shop.admin.get(`/admin/users/${id}`)).body.user;
const isLoggedIn = async (client: Client) => (await client.get("/admin/auth")).status === 200;
const countUsers = async () => (await shop.admin.get("/admin/users?limit=1")).body.count;

describe("creating a user", () => {
  it("lets the new user log in, with any case of the email", async () => {
    const { status, body } = await shop.admin.post("/admin/users", {
      email: "New.Person@Example.com",
      password: "pw",
      first_name: "New",
      last_name: "Person",
      role: "developer",
    });
    expect(status).toBe(200);
    expect(body.user).toEqual({
      id: expect.stringMatching(/^usr_[0-9A-Z]{26}$/),
      email: "new.person@example.com",
      first_name: "New",
      last_name: "Person",
      role: "developer",
      api_token: null,
      metadata: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      deleted_at: null,
    });
    expect(JSON.stringify(body)).not.toContain("password");
    expect(await announced(shop.db, "user.created")).toContainEqual({ id: body.user.id });
    const login = await shop
      .visitor()
      .post("/admin/auth", { email: "NEW.person@example.com", password: "pw" });
    expect(login.status).toBe(200);
  });

  it("gives the role member by default", async () => {
    const user = await aUser();
    expect((await shown(user.id)).role).toBe("member");
  });

  it("is refused when the email is taken, in any case", async () => {
    const user = await aUser();
    const before = await countUsers();
    const { status, body } = await shop.admin.post("/admin/users", {
      email: user.email.toUpperCase(),
      password: "other",
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      type: "invalid_data",
      message: "A user with the same email already exists.",
    });
    expect(await countUsers()).toBe(before);
  });

  it("makes one of two users with the same email created at once", async () => {
    const input = { email: "twins@example.com", password: "pw" };
    const answers = await Promise.all([
      shop.admin.post("/admin/users", input),
      shop.admin.post("/admin/users", input),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await shop.admin.get("/admin/users?email=twins@example.com")).body.count).toBe(1);
  });

  it("takes the email of a deleted user", async () => {
    const user = await aUser();
    await shop.admin.delete(`/admin/users/${user.id}`);
    const { status, body } = await shop.admin.post("/admin/users", { email: user.email, password: "pw" });
    expect(status).toBe(200);
    expect(body.user.id).not.toBe(user.id);
  });

  it.each([
    [{ password: "pw" }, "email is required"],
    [{ email: "x@example.com" }, "password is required"],
    [{ email: "x@example.com", password: "" }, "password should not be empty"],
    [{ email: "x@example.com", password: 1 }, "password must be a string"],
    [{ email: "nobody", password: "pw" }, "email must be an email"],
    [
      { email: "x@example.com", password: "pw", role: "king" },
      "role must be one of the following values: admin, member, developer",
    ],
    [{ email: "x@example.com", password: "pw", api_token: "t" }, "property api_token should not exist"],
  ])("refuses %j", async (input, message) => {
    const before = await countUsers();
    const { status, body } = await shop.admin.post("/admin/users", input);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(await countUsers()).toBe(before);
  });

  it("is for users only", async () => {
    const before = await countUsers();
    const { status } = await shop.visitor().post("/admin/users", { email: "x@example.com", password: "pw" });
    expect(status).toBe(401);
    expect(await countUsers()).toBe(before);
  });
});

describe("reading users", () => {
  it("is a 404 for an unknown id", async () => {
    const { status, body } = await shop.admin.get("/admin/users/usr_unknown");
    expect(status).toBe(404);
    expect(body).toEqual({ type: "not_found", message: "User with id: usr_unknown was not found" });
  });

  it("takes one statement for one user, two for a page and one for the caller's own token on it", async () => {
    const one = await countingStatements(shop.db, () => shop.admin.get(`/admin/users/${shop.adminId}`));
    expect(one.statements).toHaveLength(1);
    expect(one.credentials).toBe(1);
    const page = await countingStatements(shop.db, () => shop.admin.get("/admin/users"));
    expect(page.statements).toHaveLength(3);
    expect(page.credentials).toBe(1);
    const others = await countingStatements(shop.db, () => shop.admin.get("/admin/users?q=no-such-user"));
    expect(others.statements).toHaveLength(2);
  });

  it("lists fifty at most, the newest first, and continues with the next page", async () => {
    const shop = await startShop();
    for (const n of [1, 2, 3]) {
      await createUser({ db: shop.db }, { email: `page-${n}@example.com`, password: "pw" });
    }
    const all = await shop.admin.get("/admin/users");
    expect(all.body).toMatchObject({ count: 4, offset: 0, limit: 50 });
    expect(emails(all.body)).toEqual([
      "page-3@example.com",
      "page-2@example.com",
      "page-1@example.com",
      ADMIN.email,
    ]);
    const second = await shop.admin.get("/admin/users?limit=2&offset=2");
    expect(second.body).toMatchObject({ count: 4, offset: 2, limit: 2 });
    expect(emails(second.body)).toEqual(["page-1@example.com", ADMIN.email]);
    expect((await shop.admin.get("/admin/users?offset=9")).body).toMatchObject({ users: [], count: 4 });
    await shop.close();
  });

  describe("with filters", () => {
    let shop: StartedShop;
    const found = async (query: string) => emails((await shop.admin.get(`/admin/users?${query}`)).body);
    let ann: string;
    let bob: string;

    it.beforeAll(async () => {
      shop = await startShop();
      const deps = { db: shop.db };
      const people = { password: "pw" };
      ann = await createUser(deps, {
        ...people,
        email: "ann@a.example",
        first_name: "Ann",
        last_name: "Berg",
        role: "developer",
      });
      bob = await createUser(deps, {
        ...people,
        email: "bob@b.example",
        first_name: "Bob",
        last_name: "Anner",
      });
    });
    it.afterAll(() => shop.close());

    it("finds users by id, one or several", async () => {
      expect(await found(`id=${ann}`)).toEqual(["ann@a.example"]);
      expect(await found(`id[]=${ann}&id[]=${bob}&order=email`)).toEqual(["ann@a.example", "bob@b.example"]);
    });

    it("finds users by email in any case, and by name", async () => {
      expect(await found("email=ANN@a.example")).toEqual(["ann@a.example"]);
      expect(await found("first_name=Bob")).toEqual(["bob@b.example"]);
      expect(await found("last_name=Berg")).toEqual(["ann@a.example"]);
      expect(await found("last_name=Nobody")).toEqual([]);
    });

    it("finds users by roles", async () => {
      expect(await found("role[]=developer")).toEqual(["ann@a.example"]);
      expect(await found("role=developer")).toEqual(["ann@a.example"]);
      expect(await found("role[]=developer&role[]=member&order=email")).toEqual([
        "ann@a.example",
        "bob@b.example",
      ]);
    });

    it("searches email and names, in place of filters on them", async () => {
      expect(await found("q=ann&order=email")).toEqual(["ann@a.example", "bob@b.example"]);
      expect(await found("q=ann&email=bob@b.example&order=email")).toEqual([
        "ann@a.example",
        "bob@b.example",
      ]);
      expect(await found("q=nobody")).toEqual([]);
    });

    it("finds users by date", async () => {
      expect(await found("created_at[gt]=2100-01-01")).toEqual([]);
      expect(await found("created_at[lt]=2100-01-01&updated_at[gt]=2000-01-01&email=ann@a.example")).toEqual([
        "ann@a.example",
      ]);
    });

    it("shows deleted users on request", async () => {
      const gone = await createUser({ db: shop.db }, { email: "gone@example.com", password: "pw" });
      await shop.admin.delete(`/admin/users/${gone}`);
      expect(await found("email=gone@example.com")).toEqual([]);
      expect(await found("deleted_at[gt]=2000-01-01")).toEqual(["gone@example.com"]);
    });

    it("returns the selected fields", async () => {
      const { body } = await shop.admin.get(`/admin/users?id=${ann}&fields=email`);
      expect(body.users).toEqual([{ id: ann, email: "ann@a.example", created_at: expect.any(String) }]);
    });

    it.each([
      ["colour=red", "property colour should not exist"],
      ["role[]=king", "role"],
      ["fields=password_hash", "fields: user has no field password_hash"],
      ["order=password_hash", "order: user has no field password_hash"],
      ["expand=orders", "expand: user has no relation orders"],
      ["created_at[gt]=soon", "must be a date"],
      ["created_at[after]=2020-01-01", "property after should not exist"],
      ["limit=-1", "limit must not be less than 0"],
      ["password_hash=x", "property password_hash should not exist"],
    ])("refuses ?%s", async (query, message) => {
      const { status, body } = await shop.admin.get(`/admin/users?${query}`);
      expect(status).toBe(400);
      expect(body.type).toBe("invalid_data");
      expect(body.message).toContain(message);
    });
  });
});

describe("changing a user", () => {
  it("changes the fields that are sent and leaves the others", async () => {
    const user = await aUser({ first_name: "Old", last_name: "Name", role: "admin" });
    const { status, body } = await shop.admin.post(`/admin/users/${user.id}`, {
      first_name: "New",
      metadata: { desk: 4, floor: 2 },
    });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      email: user.email,
      first_name: "New",
      last_name: "Name",
      role: "admin",
      metadata: { desk: 4, floor: 2 },
    });
    expect(JSON.stringify(body)).not.toContain("password");
    expect(await announced(shop.db, "user.updated")).toContainEqual({ id: user.id });
    const merged = await shop.admin.post(`/admin/users/${user.id}`, { metadata: { desk: "", door: 1 } });
    expect(merged.body.user.metadata).toEqual({ floor: 2, door: 1 });
    const unnamed = await shop.admin.post(`/admin/users/${user.id}`, { first_name: null, last_name: null });
    expect(unnamed.body.user).toMatchObject({ first_name: null, last_name: null, role: "admin" });
  });

  it("accepts an empty change", async () => {
    const user = await aUser({ first_name: "Same" });
    const { status, body } = await shop.admin.post(`/admin/users/${user.id}`, {});
    expect(status).toBe(200);
    expect(body.user.first_name).toBe("Same");
  });

  it("keeps both of two changes made at once", async () => {
    const user = await aUser();
    await Promise.all([
      shop.admin.post(`/admin/users/${user.id}`, { metadata: { a: 1 } }),
      shop.admin.post(`/admin/users/${user.id}`, { metadata: { b: 2 } }),
    ]);
    expect((await shown(user.id)).metadata).toEqual({ a: 1, b: 2 });
  });

  it("is a 404 for an unknown id", async () => {
    const { status, body } = await shop.admin.post("/admin/users/usr_unknown", { first_name: "X" });
    expect(status).toBe(404);
    expect(body).toEqual({ type: "not_found", message: "User with id: usr_unknown was not found" });
  });

  it.each([
    [{ email: "other@example.com" }, "property email should not exist"],
    [{ password: "new" }, "property password should not exist"],
    [{ role: "king" }, "role must be one of the following values: admin, member, developer"],
    [{ first_name: 7 }, "first_name must be a string or null"],
    [{ api_token: "" }, "api_token should not be empty"],
    [{ api_token: "x".repeat(256) }, "api_token must NOT have more than 255 characters"],
    [{ metadata: [] }, "metadata must be an object"],
  ])("refuses %j", async (change, message) => {
    const user = await aUser({ first_name: "Same" });
    const before = await shown(user.id);
    const { status, body } = await shop.admin.post(`/admin/users/${user.id}`, change);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(await shown(user.id)).toEqual(before);
  });
});

describe("the API token of a user", () => {
  const storedToken = async (id: string) => {
    const [row] = await shop.db.run<{ api_token: string | null }>({
      text: `select api_token from "user" where id = $1`,
      values: [id],
    });
    return row!.api_token;
  };
  const withToken = (token: string) => shop.visitor().with({ "x-medusa-access-token": token });

  it("is shown to its owner when it is set, and afterwards only that there is one", async () => {
    const user = await aUser();
    const path = `/admin/users/${user.id}`;
    const answer = await shop.admin.post(path, { api_token: "for owner's eyes" });
    expect(answer.body.user.api_token).toBeNull();
    expect((await shown(user.id)).api_token).toBeNull();
    expect((await user.client.post(path, { api_token: "for mine" })).body.user.api_token).toBe("for mine");
    expect((await user.client.get(path)).body.user.api_token).toBe("[redacted]");
    expect((await user.client.get("/admin/auth")).body.user.api_token).toBe("[redacted]");
    const tokens = async (client: Client) =>
      (await client.get("/admin/users?limit=1000")).body.users.flatMap(
        ({ api_token }: { api_token: string | null }) => api_token ?? [],
      );
    expect(await tokens(user.client)).toEqual(["[redacted]"]);
    expect(await tokens(shop.admin)).toEqual([]);
    expect((await user.client.post(path, {})).body.user.api_token).toBe("[redacted]");
    await user.client.post(path, { api_token: null });
    expect((await user.client.get(path)).body.user.api_token).toBeNull();
  });

  it("is stored as a hash, which opens nothing", async () => {
    const user = await aUser();
    await shop.admin.post(`/admin/users/${user.id}`, { api_token: "a token that is sent" });
    const stored = await storedToken(user.id);
    expect(stored).toBe(`sha256:${createHash("sha256").update("a token that is sent").digest("hex")}`);
    expect(await isLoggedIn(withToken(stored!))).toBe(false);
    expect(await isLoggedIn(withToken("a token that is sent"))).toBe(true);
    const issued = await issueApiToken({ db: shop.db }, user.email);
    expect(await storedToken(user.id)).not.toContain(issued);
    const answer = await shop.admin.post(`/admin/users/${user.id}`, { api_token: "sha256:abc" });
    expect([answer.status, answer.body.message]).toEqual([400, "api_token must not begin with sha256:"]);
    expect(await isLoggedIn(withToken(issued))).toBe(true);
  });

  it("that v1 has stored as it is works and is shown until it is replaced", async () => {
    const user = await aUser();
    await shop.db.run({ text: `update "user" set api_token = 'from v1' where id = $1`, values: [user.id] });
    expect(await isLoggedIn(withToken("from v1"))).toBe(true);
    expect((await user.client.get("/admin/auth")).body.user.api_token).toBe("from v1");
    const other = await aUser();
    const taken = await shop.admin.post(`/admin/users/${other.id}`, { api_token: "from v1" });
    expect(taken.status).toBe(422);
    await shop.admin.post(`/admin/users/${user.id}`, { first_name: "Ada" });
    expect(await isLoggedIn(withToken("from v1"))).toBe(true);
    await shop.admin.post(`/admin/users/${user.id}`, { api_token: "of today" });
    expect(await isLoggedIn(withToken("from v1"))).toBe(false);
    expect(await isLoggedIn(withToken("of today"))).toBe(true);
    expect(await storedToken(user.id)).toMatch(/^sha256:/);
  });

  it("is stored as it is while v1 may run, which compares it", async () => {
    const user = await aUser();
    await runBesideV1(shop);
    try {
      await shop.admin.post(`/admin/users/${user.id}`, { api_token: "for both" });
      expect(await storedToken(user.id)).toBe("for both");
      expect(await isLoggedIn(withToken("for both"))).toBe(true);
      const issued = await issueApiToken({ db: shop.db }, user.email);
      expect(await storedToken(user.id)).toBe(issued);
    } finally {
      await finishAdoption(shop);
    }
  });

  it("opens the door until it is taken away", async () => {
    const user = await aUser();
    const holder = shop.visitor().with({ authorization: "Bearer key-of-the-door" });
    expect(await isLoggedIn(holder)).toBe(false);
    await shop.admin.post(`/admin/users/${user.id}`, { api_token: "key-of-the-door" });
    expect((await holder.get("/admin/auth")).body.user.id).toBe(user.id);
    await shop.admin.post(`/admin/users/${user.id}`, { api_token: null });
    expect(await isLoggedIn(holder)).toBe(false);
  });

  it("belongs to one user only", async () => {
    const [first, second] = [await aUser(), await aUser()];
    await shop.admin.post(`/admin/users/${first.id}`, { api_token: "mine-alone" });
    const taken = await shop.admin.post(`/admin/users/${second.id}`, {
      api_token: "mine-alone",
      first_name: "Thief",
    });
    expect(taken.status).toBe(422);
    expect(taken.body.type).toBe("duplicate_error");
    expect((await second.client.get("/admin/auth")).body.user).toMatchObject({
      api_token: null,
      first_name: null,
    });
    const again = await shop.admin.post(`/admin/users/${first.id}`, { api_token: "mine-alone" });
    expect(again.status).toBe(200);
  });

  it("goes to one of two users who are given it at once", async () => {
    const people = [await aUser(), await aUser(), await aUser()];
    const answers = await Promise.all(
      people.map(({ id }) => shop.admin.post(`/admin/users/${id}`, { api_token: "raced-for" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  it("is issued and revoked by email, each new one in place of the last", async () => {
    const user = await aUser();
    const first = await issueApiToken({ db: shop.db }, user.email.toUpperCase());
    expect(first).toMatch(/^tw_[\w-]{43}$/);
    const second = await issueApiToken({ db: shop.db }, user.email);
    expect(await isLoggedIn(withToken(first))).toBe(false);
    expect(await isLoggedIn(withToken(second))).toBe(true);
    await revokeApiToken({ db: shop.db }, user.email);
    expect(await isLoggedIn(withToken(second))).toBe(false);
  });

  it("is not issued to an unknown email", async () => {
    const refusal = { type: "not_found", message: "User with email: ghost@example.com was not found" };
    await expect(issueApiToken({ db: shop.db }, "ghost@example.com")).rejects.toMatchObject(refusal);
    await expect(revokeApiToken({ db: shop.db }, "ghost@example.com")).rejects.toMatchObject(refusal);
  });
});

describe("the list for the command line", () => {
  it("lists all users, the oldest first, without secrets", async () => {
    const { email } = await aUser();
    await issueApiToken({ db: shop.db }, email);
    const list = await listUsers({ db: shop.db });
    expect(list[0]).toMatchObject({ email: ADMIN.email, role: "admin", hasApiToken: false });
    expect(list.at(-1)).toMatchObject({ email, role: "member", hasApiToken: true });
    expect(JSON.stringify(list)).not.toMatch(/tw_|password|argon2/);
  });
});

describe("deleting a user", () => {
  it("ends the sessions, the tokens and the record", async () => {
    const user = await aUser();
    const token = await issueApiToken({ db: shop.db }, user.email);
    const jwt = await shop.visitor().post("/admin/auth/token", { email: user.email, password: "pw" });
    const credentials = [
      user.client,
      shop.visitor().with({ authorization: `Bearer ${token}` }),
      shop.visitor().with({ authorization: `Bearer ${jwt.body.access_token}` }),
      shop.visitor().with({ "x-medusa-access-token": token }),
    ];
    for (const each of credentials) expect(await isLoggedIn(each)).toBe(true);

    const { status, body } = await shop.admin.delete(`/admin/users/${user.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ id: user.id, object: "user", deleted: true });
    expect(await announced(shop.db, "user.deleted")).toContainEqual({ id: user.id });
    for (const each of credentials) expect(await isLoggedIn(each)).toBe(false);
    expect((await shop.visitor().post("/admin/auth", { email: user.email, password: "pw" })).status).toBe(
      401,
    );
    expect((await shop.admin.get(`/admin/users/${user.id}`)).status).toBe(404);
    expect((await shop.admin.post(`/admin/users/${user.id}`, {})).status).toBe(404);
  });

  it("takes the user's choice about analytics along", async () => {
    const user = await aUser();
    await shop.db.run({
      text: "insert into analytics_config (id, user_id) values ('acfg_gone', $1)",
      values: [user.id],
    });
    await shop.admin.delete(`/admin/users/${user.id}`);
    const left = await shop.db.run({
      text: "select deleted_at is not null as gone from analytics_config where user_id = $1",
      values: [user.id],
    });
    expect(left).toEqual([{ gone: true }]);
  });

  it("can be repeated, and gives the same answer for unknown ids", async () => {
    const user = await aUser();
    await shop.admin.delete(`/admin/users/${user.id}`);
    const before = await announced(shop.db, "user.deleted");
    for (const id of [user.id, "usr_unknown"]) {
      const { status, body } = await shop.admin.delete(`/admin/users/${id}`);
      expect(status).toBe(200);
      expect(body).toEqual({ id, object: "user", deleted: true });
    }
    expect(await announced(shop.db, "user.deleted")).toEqual(before);
  });

  it("is for users only", async () => {
    const user = await aUser();
    expect((await shop.visitor().delete(`/admin/users/${user.id}`)).status).toBe(401);
    expect((await shown(user.id)).deleted_at).toBeNull();
  });

  it("is refused for the last one, who could not be replaced", async () => {
    const shop = await startShop();
    const { status, body } = await shop.admin.delete(`/admin/users/${shop.adminId}`);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "not_allowed", message: "The last user cannot be deleted." });
    expect(await isLoggedIn(shop.admin)).toBe(true);
    expect(await announced(shop.db, "user.deleted")).toEqual([]);
    await shop.close();
  });

  it("leaves one of two who delete each other at the same moment", async () => {
    const shop = await startShop();
    const other = await createUser({ db: shop.db }, { email: "other@example.com", password: "pw" });
    const client = shop.visitor();
    await client.post("/admin/auth", { email: "other@example.com", password: "pw" });
    const answers = await Promise.all([
      shop.admin.delete(`/admin/users/${other}`),
      client.delete(`/admin/users/${shop.adminId}`),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await listUsers({ db: shop.db })).toHaveLength(1);
    await shop.close();
  });
});
