import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVerifier } from "fast-jwt";
import { describe, expect } from "vitest";
import { buildApp } from "../../src/app.ts";
import { configFrom } from "../../src/config.ts";
import { fixedSecrets, type ShopSecrets } from "../../src/kernel/shop-secrets.ts";
import { delivered } from "../support/checks/announced-events.ts";
import { Client } from "../support/clients/client.ts";
import { ADMIN, JWT_SECRET } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { freshDatabase } from "../support/postgres/fresh-database.ts";
import { runTradewind, tradewind } from "../support/servers/process.ts";
import { environmentOn, urlOf } from "../support/servers/servers.ts";
import { until } from "../support/time/until.ts";

const NEW_SECRET = "the next secret of the tests, also long enough";
const { it, shop } = withShop();

/** Another process of the shop with these secrets. */
async function withProcess(secrets: ShopSecrets, work: (url: string) => Promise<void>): Promise<void> {
  const config = configFrom({ PORT: "0", LOG_LEVEL: "silent", TRADEWIND_JOBS: "0" });
  const app = await buildApp({ config, db: shop.db, secrets });
  try {
    await work(await app.listen({ port: 0, host: "127.0.0.1" }));
  } finally {
    await app.close();
  }
}

const both = fixedSecrets(NEW_SECRET, [JWT_SECRET]);
const tokenAt = async (url: string): Promise<string> =>
  (await new Client(url).post("/admin/auth/token", ADMIN)).body.access_token;
const statusOf = async (url: string, token: string): Promise<number> =>
  (await new Client(url, { authorization: `Bearer ${token}` }).get("/admin/auth")).status;
const isSignedBy = (secret: string, token: string): boolean => {
  try {
    return createVerifier({ key: secret })(token) !== null;
  } catch {
    return false;
  }
};

describe("while a secret is changed", () => {
  it("tokens of the old secret are valid, new ones are signed by the new secret", async () => {
    const old = await tokenAt(shop.baseUrl);
    await withProcess(both, async (url) => {
      expect(await statusOf(url, old)).toBe(200);
      const fresh = await tokenAt(url);
      expect([isSignedBy(NEW_SECRET, fresh), isSignedBy(JWT_SECRET, fresh)]).toEqual([true, false]);
      expect(await statusOf(url, fresh)).toBe(200);
    });
  });

  it("processes with the secrets in another order accept each other's tokens", async () => {
    await withProcess(fixedSecrets(JWT_SECRET, [NEW_SECRET]), (before) =>
      withProcess(both, async (after) => {
        expect(await statusOf(before, await tokenAt(after))).toBe(200);
        expect(await statusOf(after, await tokenAt(before))).toBe(200);
      }),
    );
  });

  it("tokens of the old secret end when it is removed; sessions stay", async () => {
    const old = await tokenAt(shop.baseUrl);
    await withProcess(fixedSecrets(NEW_SECRET), async (url) => {
      expect(await statusOf(url, old)).toBe(401);
      const session = { cookie: `connect.sid=${shop.admin.cookie("connect.sid")}` };
      expect((await new Client(url, session).get("/admin/auth")).status).toBe(200);
    });
  });

  it("a repeated request with an Idempotency-Key gets its answer", async () => {
    const key = { headers: { "idempotency-key": "before-and-after" } };
    const first = await shop.admin.post("/admin/collections", { title: "Rotated" }, key);
    expect(first.status).toBe(200);
    await withProcess(both, async (url) => {
      const session = { cookie: `connect.sid=${shop.admin.cookie("connect.sid")}` };
      const again = await new Client(url, session).post("/admin/collections", { title: "Rotated" }, key);
      expect([again.status, again.body.collection.id]).toEqual([200, first.body.collection.id]);
      const other = await new Client(url, session).post("/admin/collections", { title: "Other" }, key);
      expect(other.body.code).toBe("idempotency_key_reused");
    });
  });

  it("resets of passwords, invitations and links to files are valid", async () => {
    const tokenOf = async (event: string) => (await delivered(shop.db, event)).at(-1)!["token"];
    const email = "rotated@example.com";
    const person = { email, password: "analytical", first_name: "Ada", last_name: "Lovelace" };
    await shop.visitor().post("/store/customers", person);
    await shop.visitor().post("/store/customers/password-token", { email });
    await shop.admin.post("/admin/invites", { user: "invited@example.com", role: "member" });
    const reset = await tokenOf("customer.password_reset");
    const invite = await tokenOf("invite.created");
    for (const [secrets, expected] of [
      [fixedSecrets(NEW_SECRET), [401, 400]],
      [both, [200, 200]],
    ] as const) {
      await withProcess(secrets, async (url) => {
        const visitor = new Client(url);
        const password = { email, token: reset, password: "difference" };
        const accepted = {
          token: invite,
          user: { first_name: "I", last_name: "N", password: "a long secret" },
        };
        const answers = [
          (await visitor.post("/store/customers/password-reset", password)).status,
          (await visitor.post("/admin/invites/accept", accepted)).status,
        ];
        expect(answers).toEqual(expected);
      });
    }
  });
});

describe("tradewind secrets rotate", () => {
  it("changes the stored secret of running servers, and nobody is logged out", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tradewind-rotation-"));
    const database = await freshDatabase();
    const { TRADEWIND_JWT_SECRET: _, ...environment } = environmentOn(database.url);
    const ofShop = { ...environment, TRADEWIND_DATA_DIR: folder };
    const servers = [1, 2].map(() => tradewind(["start"], ofShop));
    const [one, two] = (await Promise.all(servers.map(urlOf))) as [string, string];
    const secret = () => readFileSync(join(folder, "jwt-secret"), "utf8").trim();
    const first = secret();
    const old = await tokenAt(one);

    expect(await runTradewind(["secrets", "rotate", "--accept-days", "1"], ofShop)).toMatchObject({
      code: 0,
    });
    const second = secret();
    expect(second).not.toBe(first);
    expect(statSync(join(folder, "jwt-secret")).mode & 0o077).toBe(0);
    expect(statSync(join(folder, "previous-jwt-secrets.json")).mode & 0o077).toBe(0);
    let fresh = "";
    await until(async () => {
      fresh = await tokenAt(one);
      // Whichever secret signed it, the other server accepts it at once.
      expect(await statusOf(two, fresh)).toBe(200);
      return isSignedBy(second, fresh);
    });
    expect([await statusOf(one, old), await statusOf(two, old)]).toEqual([200, 200]);

    expect(await runTradewind(["secrets", "rotate", "--accept-days", "0"], ofShop)).toMatchObject({
      code: 0,
    });
    await until(async () => (await statusOf(one, fresh)) === 401);
    await until(async () => (await statusOf(two, old)) === 401);
    for (const server of servers) server.process.kill("SIGTERM");
    await Promise.all(servers.map(({ ended }) => ended));
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  it("refuses a secret of the configuration and a wrong number of days", async () => {
    const environment = { DATABASE_URL: shop.databaseUrl };
    const configured = await runTradewind(["secrets", "rotate"], {
      ...environment,
      TRADEWIND_JWT_SECRET: JWT_SECRET,
    });
    expect(configured).toMatchObject({ code: 1 });
    expect(configured.output).toContain("TRADEWIND_ACCEPTED_JWT_SECRETS");
    const wrong = await runTradewind(["secrets", "rotate", "--accept-days", "-1"], environment);
    expect(wrong.code).toBe(1);
  });
});
