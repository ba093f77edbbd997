import * as scryptKdf from "scrypt-kdf";
import { beforeEach, describe, expect } from "vitest";
import { createUser, setPassword } from "../../src/modules/people/users/index.ts";
import { delivered } from "../support/checks/announced-events.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { finishAdoption, runBesideV1 } from "../support/v1/beside-v1.ts";

const { it, shop } = withShop();

// The package exports a default class, its types describe named functions.
const scrypt = (scryptKdf as unknown as { default: typeof scryptKdf }).default;

/** As v1 stores it. */
const v1Hash = async (password: string) =>
  Buffer.from(await scrypt.kdf(password, { logN: 1, r: 1, p: 1 })).toString("base64");

/** As v1 checks it. */
const v1Accepts = (hash: string, password: string) => scrypt.verify(Buffer.from(hash, "base64"), password);

let made = 0;
const anEmail = () => `person-${++made}@example.com`;

const hashOf = async (table: "user" | "customer", email: string): Promise<string> => {
  const [row] = await shop.db.run<{ hash: string }>({
    text: `select password_hash as hash from "${table}" where email = $1 and password_hash is not null`,
    values: [email],
  });
  return row!.hash;
};

async function anAccountOfV1(table: "user" | "customer", password: string) {
  const [email, hash] = [anEmail(), await v1Hash(password)];
  const account = table === "customer" ? ", has_account" : "";
  await shop.db.run({
    text: `insert into "${table}" (id, email, password_hash${account}) values ($1, $2, $3${account && ", true"})`,
    values: [`${table}_${made}`, email, hash],
  });
  return { email, password, hash };
}

const LOGINS = { user: "/admin/auth", customer: "/store/auth" } as const;

const logsIn = async (table: keyof typeof LOGINS, email: string, password: string) =>
  (await shop.visitor().post(LOGINS[table], { email, password })).status === 200;

beforeEach(async () => {
  await finishAdoption(shop);
});

describe.each(["user", "customer"] as const)("beside v1, a %s", (table) => {
  it("logs in with a password of v1, and its hash stays until the adoption is finished", async () => {
    await runBesideV1(shop);
    const { email, password, hash } = await anAccountOfV1(table, "from v1");
    for (const path of [LOGINS[table], `${LOGINS[table]}/token`]) {
      expect((await shop.visitor().post(path, { email, password })).status).toBe(200);
      expect(await hashOf(table, email)).toBe(hash);
    }
    expect(await logsIn(table, email, "wrong")).toBe(false);

    await finishAdoption(shop);
    expect(await logsIn(table, email, password)).toBe(true);
    expect(await hashOf(table, email)).toMatch(/^\$argon2id\$/);
    expect(await logsIn(table, email, password)).toBe(true);
  });
});

/** By the way a password gets into the database, the email of the account. */
const NEW_PASSWORDS: Record<string, (password: string) => Promise<[keyof typeof LOGINS, string]>> = {
  "a customer who signs up": async (password) => {
    const email = anEmail();
    await shop.visitor().post("/store/customers", { email, password, first_name: "Ada", last_name: "L" });
    return ["customer", email];
  },
  "a customer whom an admin creates": async (password) => {
    const email = anEmail();
    await shop.admin.post("/admin/customers", { email, password, first_name: "Ada", last_name: "L" });
    return ["customer", email];
  },
  "a customer whose password an admin changes": async (password) => {
    const { email } = await anAccountOfV1("customer", "old");
    await shop.admin.post(`/admin/customers/customer_${made}`, { password });
    return ["customer", email];
  },
  "a customer who changes the password": async (password) => {
    const { email } = await anAccountOfV1("customer", "old");
    const client = shop.visitor();
    await client.post("/store/auth", { email, password: "old" });
    await client.post("/store/customers/me", { password });
    return ["customer", email];
  },
  "a customer who has forgotten the password": async (password) => {
    const { email } = await anAccountOfV1("customer", "old");
    await shop.visitor().post("/store/customers/password-token", { email });
    const token = await lastToken("customer.password_reset");
    await shop.visitor().post("/store/customers/password-reset", { email, token, password });
    return ["customer", email];
  },
  "a user whom an admin creates": async (password) => {
    const email = anEmail();
    await shop.admin.post("/admin/users", { email, password });
    return ["user", email];
  },
  "a user of the command line": async (password) => {
    const email = anEmail();
    await createUser({ db: shop.db }, { email, password });
    return ["user", email];
  },
  "a user whose password the command line changes": async (password) => {
    const { email } = await anAccountOfV1("user", "old");
    await setPassword({ db: shop.db }, { email, password });
    return ["user", email];
  },
  "a user who accepts an invite": async (password) => {
    const email = anEmail();
    await shop.admin.post("/admin/invites", { user: email, role: "member" });
    const token = await lastToken("invite.created");
    await shop.visitor().post("/admin/invites/accept", { token, user: { password } });
    return ["user", email];
  },
  "a user who has forgotten the password": async (password) => {
    const { email } = await anAccountOfV1("user", "old");
    await shop.visitor().post("/admin/users/password-token", { email });
    const token = await lastToken("user.password_reset");
    await shop.visitor().post("/admin/users/reset-password", { email, token, password });
    return ["user", email];
  },
};

const lastToken = async (event: string): Promise<string> =>
  String((await delivered(shop.db, event)).at(-1)!.token);

describe.each(Object.keys(NEW_PASSWORDS))("the new password of %s", (who) => {
  it("can be checked by v1 until the adoption is finished", async () => {
    await runBesideV1(shop);
    const [table, email] = await NEW_PASSWORDS[who]!("new and long");
    const hash = await hashOf(table, email);
    expect(hash).toHaveLength(128);
    expect(await v1Accepts(hash, "new and long")).toBe(true);
    expect(await v1Accepts(hash, "other")).toBe(false);
    // Stronger than v1's own, which has 1, 1, 1.
    expect(scrypt.viewParams(Buffer.from(hash, "base64"))).toEqual({ logN: 13, r: 8, p: 1 });
    expect(await logsIn(table, email, "new and long")).toBe(true);
    expect(await hashOf(table, email)).toBe(hash);

    await finishAdoption(shop);
    const [, later] = await NEW_PASSWORDS[who]!("new and long");
    expect(await hashOf(table, later)).toMatch(/^\$argon2id\$/);
  });
});
