import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { OAuth2Server } from "oauth2-mock-server";
import { describe, expect } from "vitest";
import { buildApp } from "../../src/app.ts";
import { ConfigProblem, configFrom } from "../../src/config.ts";
import { fixedSecrets } from "../../src/kernel/shop-secrets.ts";
import { loadProviders } from "../../src/providers/load-providers.ts";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { JWT_SECRET, startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const provider = new OAuth2Server();
let silent: Server;
let log: string;
let requests: { headers: Record<string, unknown>; body: Record<string, unknown> }[];

const app = (name: string, changes: Record<string, string> = {}) => ({
  application_name: name,
  display_name: `The ${name}`,
  authorize_url: `${provider.issuer.url}/authorize`,
  token_url: `${provider.issuer.url}/token`,
  client_id: "the shop",
  client_secret: "s3cret & more:",
  redirect_uri: "https://dashboard.example.com/apps",
  ...changes,
});

const nobody = "http://127.0.0.1:1";
const environment = () => ({
  TRADEWIND_OAUTH_TIMEOUT: "500",
  TRADEWIND_OAUTH_APPS: JSON.stringify([
    app("books", { scope: "read write" }),
    app("slow", { token_url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` }),
    app("gone", { token_url: nobody }),
    app("by-body", { client_auth: "body" }),
  ]),
});

const { it, shop } = withShop(
  async () => {
    await provider.issuer.keys.generate("RS256");
    await provider.start(0, "127.0.0.1");
    provider.service.on("beforeResponse", (_response, request) => {
      requests.push({ headers: request.headers, body: request.body as never });
    });
    silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const logStream = new PassThrough();
    logStream.on("data", (line) => {
      log += line;
    });
    return startShop({ ...environment(), LOG_LEVEL: "trace" }, { logStream });
  },
  async () => {
    await provider.stop();
    silent.closeAllConnections();
    silent.close();
  },
);
it.beforeEach(async () => {
  requests = [];
  log = "";
  await rows("delete from tradewind.event");
  await rows("delete from tradewind.oauth_token");
});

const listed = async (name: string) => {
  const { body } = await shop.admin.get("/admin/apps");
  return body.apps.find((each: { application_name: string }) => each.application_name === name);
};

/** What the administrator's browser does: goes to the provider, agrees, and comes back with code and state. */
const agree = async (name: string) => {
  const { install_url } = await listed(name);
  const answer = await fetch(install_url, { redirect: "manual" });
  const back = new URL(answer.headers.get("location")!);
  return {
    application_name: name,
    state: back.searchParams.get("state")!,
    code: back.searchParams.get("code")!,
  };
};

const authorize = (body: unknown) => shop.admin.post("/admin/apps/authorizations", body);

const rows = <Row>(text: string) => shop.db.run<Row>({ text, values: [] });
const snapshot = async () =>
  JSON.stringify([
    await rows("select * from oauth order by id"),
    await rows("select * from tradewind.oauth_token"),
    await rows("select * from tradewind.event"),
  ]);

describe("applications", () => {
  it("are listed with the address to connect them", async () => {
    const { status, body } = await shop.admin.get("/admin/apps");
    expect(status).toBe(200);
    expect(body.apps.map((each: { application_name: string }) => each.application_name)).toEqual([
      "books",
      "by-body",
      "gone",
      "slow",
    ]);
    const books = await listed("books");
    expect(books).toEqual({
      id: expect.stringMatching(/^oauth_/),
      application_name: "books",
      display_name: "The books",
      install_url: expect.any(String),
      uninstall_url: null,
      data: { state: expect.stringMatching(/^[\w-]{43}$/) },
    });
    const url = new URL(books.install_url);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: "the shop",
      redirect_uri: "https://dashboard.example.com/apps",
      scope: "read write",
      state: books.data.state,
    });
  });

  it("are for administrators only", async () => {
    expect((await shop.visitor().get("/admin/apps")).status).toBe(401);
    expect((await shop.visitor().post("/admin/apps/authorizations", {})).status).toBe(401);
  });

  it("keep their state over a restart, and take on a new configuration", async () => {
    const before = await listed("gone");
    const apps = [app("gone", { display_name: "Renamed", authorize_url: "https://example.com/new" })];
    const config = configFrom({ LOG_LEVEL: "silent", TRADEWIND_OAUTH_APPS: JSON.stringify(apps) });
    const again = await buildApp({ config, db: shop.db, secrets: fixedSecrets(JWT_SECRET) });
    await again.ready();
    await again.close();
    const after = await listed("gone");
    expect(after).toMatchObject({ id: before.id, display_name: "Renamed", data: before.data });
    expect(after.install_url).toContain("https://example.com/new?");
  });

  it("are written once, however many processes start at once", async () => {
    await rows("delete from oauth");
    const starts = Array.from({ length: 4 }, async () => {
      const config = configFrom({ LOG_LEVEL: "silent", ...environment() });
      const each = await buildApp({ config, db: shop.db, secrets: fixedSecrets(JWT_SECRET) });
      await each.ready();
      await each.close();
    });
    await Promise.all(starts);
    expect((await shop.admin.get("/admin/apps")).body.apps).toHaveLength(4);
  });

  it("of v1 do not show the tokens in their data", async () => {
    await rows(
      `insert into oauth (id, display_name, application_name, data)
       values ('oauth_old', 'Old', 'old', '{"state": "s", "access_token": "leak", "scope": "all"}')`,
    );
    expect(await listed("old")).toMatchObject({ data: { state: "s", scope: "all" } });
    expect(JSON.stringify(await listed("old"))).not.toContain("leak");
  });
});

describe("generating a token", () => {
  it("trades the code for a token that only plugins can read", async () => {
    const agreed = await agree("books");
    const { status, body } = await authorize(agreed);
    expect(status).toBe(200);
    expect(body.apps).toMatchObject({ application_name: "books", display_name: "The books" });
    expect(Object.keys(body.apps.data).sort()).toEqual(["expires_at", "scope", "state", "token_type"]);
    expect(body.apps.data).toMatchObject({ token_type: "Bearer", scope: "dummy" });
    expect(Date.parse(body.apps.data.expires_at)).toBeGreaterThan(Date.now());
    expect(await listed("books")).toEqual(body.apps);

    expect(requests).toHaveLength(1);
    expect(requests[0]!.body).toEqual({
      grant_type: "authorization_code",
      code: agreed.code,
      redirect_uri: "https://dashboard.example.com/apps",
    });
    const credentials = Buffer.from(String(requests[0]!.headers["authorization"]).slice(6), "base64");
    expect(credentials.toString()).toBe("the+shop:s3cret+%26+more%3A");

    const [stored] = await rows<{ data: Record<string, string> }>("select data from tradewind.oauth_token");
    expect(stored!.data["access_token"]).toMatch(/^ey/);
    expect(stored!.data["refresh_token"]).toBeTruthy();
    const secrets = ["access_token", "refresh_token", "id_token"].map((key) => stored!.data[key]!);
    const events = await rows<{ name: string; data: object }>("select name, data from tradewind.event");
    expect(events).toEqual([
      {
        name: "oauth.token_generated.books",
        data: {
          id: body.apps.id,
          application_name: "books",
          token_type: "Bearer",
          scope: "dummy",
          expires_at: body.apps.data.expires_at,
        },
      },
    ]);
    const visible = JSON.stringify([body, await rows("select * from oauth"), events, log]);
    for (const secret of [...secrets, agreed.code, "s3cret"]) expect(visible).not.toContain(secret);
  });

  it("can send the secret in the body, for providers that want it so", async () => {
    expect((await authorize(await agree("by-body"))).status).toBe(200);
    expect(requests[0]!.body).toMatchObject({ client_id: "the shop", client_secret: "s3cret & more:" });
    expect(requests[0]!.headers["authorization"]).toBeUndefined();
  });

  it("works once with a state", async () => {
    const agreed = await agree("books");
    const first = await authorize(agreed);
    expect(first.body.apps.data.state).not.toBe(agreed.state);
    expect(first.body.apps.install_url).toContain(first.body.apps.data.state);
    const second = await authorize(agreed);
    expect(second).toMatchObject({ status: 400, body: { type: "not_allowed" } });
    expect(requests).toHaveLength(1);
    expect((await authorize(await agree("books"))).status).toBe(200);
  });

  it("succeeds for one of two requests with the same state", async () => {
    const agreed = await agree("books");
    const answers = await Promise.all([authorize(agreed), authorize(agreed), authorize(agreed)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
    expect(requests).toHaveLength(1);
  });

  it("refuses another state and changes nothing", async () => {
    const before = await snapshot();
    const { code } = await agree("books");
    const refused = await authorize({ application_name: "books", state: "guessed", code });
    expect(refused).toMatchObject({ status: 400, body: { type: "not_allowed" } });
    expect(await snapshot()).toBe(before);
    expect(requests).toHaveLength(0);
  });

  it("refuses an unknown application", async () => {
    const refused = await authorize({ application_name: "nobody", state: "s", code: "c" });
    expect(refused).toMatchObject({ status: 404, body: { type: "not_found" } });
  });

  it("refuses an application whose plugin is gone", async () => {
    await rows(
      `insert into oauth (id, display_name, application_name, data) values ('oauth_1', 'O', 'orphan', '{"state": "s"}')`,
    );
    const refused = await authorize({ application_name: "orphan", state: "s", code: "c" });
    expect(refused).toMatchObject({ status: 400, body: { type: "invalid_data" } });
  });

  it("refuses missing, empty and non-text values", async () => {
    const good = { application_name: "books", state: "s", code: "c" };
    for (const field of ["application_name", "state", "code"]) {
      for (const value of [undefined, "", 5, null, {}]) {
        const { status, body } = await authorize({ ...good, [field]: value });
        expect([status, body.type]).toEqual([400, "invalid_data"]);
        expect(body.message).toContain(field);
      }
    }
  });
});

describe("a provider that gives no token", () => {
  const refusedWith = async (name: string, reason: RegExp) => {
    const agreed = await agree(name);
    const before = await snapshot();
    const refused = await authorize(agreed);
    expect(refused).toMatchObject({ status: 400, body: { type: "invalid_data" } });
    expect(refused.body.message).toMatch(reason);
    expect(await snapshot()).toBe(before);
    return agreed;
  };

  it("is quoted, and the administrator may try again with the same state", async () => {
    provider.service.once("beforeResponse", (response) => {
      response.statusCode = 400;
      response.body = { error: "invalid_grant", error_description: "the code has expired" };
    });
    const agreed = await refusedWith("books", /books.*invalid_grant, the code has expired/);
    expect((await authorize(agreed)).status).toBe(200);
  });

  it("may report an error with status 200", async () => {
    provider.service.once("beforeResponse", (response) => {
      response.body = { error: "bad_verification_code" };
    });
    await refusedWith("books", /bad_verification_code/);
  });

  it("may answer nonsense", async () => {
    for (const body of ["<html>", [], null, { access_token: "" }, { access_token: 5 }]) {
      provider.service.once("beforeResponse", (response) => {
        response.body = body as never;
      });
      await refusedWith("books", /no access_token/);
    }
  });

  it("may fail", async () => {
    provider.service.once("beforeResponse", (response) => {
      response.statusCode = 500;
      response.body = {};
    });
    await refusedWith("books", /status 500/);
  });

  it("may not be reachable", () => refusedWith("gone", /cannot be reached/));

  it("may take too long", async () => {
    const start = Date.now();
    await refusedWith("slow", /in time/);
    expect(Date.now() - start).toBeLessThan(5_000);
  });
});

describe("a token", () => {
  const withRegistry = async (register: (registry: ProviderRegistry) => void) => {
    const registry = new ProviderRegistry();
    register(registry);
    const config = configFrom({ LOG_LEVEL: "silent", TRADEWIND_OAUTH_TIMEOUT: "500" });
    const built = await buildApp({
      config,
      db: shop.db,
      secrets: fixedSecrets(JWT_SECRET),
      providers: registry,
    });
    await built.ready();
    return { registry, close: () => built.close() };
  };

  it("is null until the application is connected", async () => {
    const registry = await loadProviders(configFrom(environment()));
    await expect(registry.readOauthToken("books")).rejects.toThrow("once the shop has started");
    const { close, registry: other } = await withRegistry(() => {});
    expect(await other.readOauthToken("books")).toBeNull();
    await authorize(await agree("books"));
    expect(await other.readOauthToken("books")).toMatchObject({ token_type: "Bearer" });
    await close();
  });

  it("is renewed once when it has expired, also with concurrent requests", async () => {
    await rows(
      `insert into tradewind.oauth_token (application_name, data)
       values ('own', '{"access_token": "old", "refresh_token": "r1", "expires_at": "2020-01-01T00:00:00.000Z"}')`,
    );
    const asked: unknown[] = [];
    const register = (registry: ProviderRegistry) =>
      registry.oauthApps.add({
        applicationName: "own",
        displayName: "Own",
        exchange: async () => ({ access_token: "a" }),
        refresh: async (token) => {
          asked.push(token.refresh_token);
          await new Promise((resolve) => setTimeout(resolve, 50));
          return { access_token: "new", refresh_token: "r2", expires_in: 3600, scope: "all" };
        },
      });
    const [one, two] = [await withRegistry(register), await withRegistry(register)];
    const readers = [one, two, one, two].map(({ registry }) => registry.readOauthToken("own"));
    for (const token of await Promise.all(readers)) {
      expect(token).toMatchObject({ access_token: "new", refresh_token: "r2" });
    }
    expect(asked).toEqual(["r1"]);
    expect(await listed("own")).toMatchObject({ data: { scope: "all", state: expect.any(String) } });
    const events = await rows<{ name: string }>("select name, data from tradewind.event");
    expect(events.map((event) => event.name)).toEqual(["oauth.token_refreshed.own"]);
    expect(JSON.stringify(events)).not.toContain("r2");
    await one.close();
    await two.close();
  });

  it("of the built-in kind is renewed with its refresh token", async () => {
    await authorize(await agree("books"));
    await rows(
      `update tradewind.oauth_token set data = data || '{"expires_at": "2020-01-01T00:00:00.000Z"}'`,
    );
    const config = configFrom({ LOG_LEVEL: "silent", ...environment() });
    const registry = await loadProviders(config);
    const built = await buildApp({
      config,
      db: shop.db,
      secrets: fixedSecrets(JWT_SECRET),
      providers: registry,
    });
    await built.ready();
    const token = await registry.readOauthToken("books");
    expect(Date.parse(token!.expires_at!)).toBeGreaterThan(Date.now());
    expect(requests.at(-1)!.body).toMatchObject({ grant_type: "refresh_token" });
    await built.close();
  });

  it("is not given by a plugin that throws or never answers, and its words stay inside", async () => {
    const registry = new ProviderRegistry();
    registry.oauthApps.add({
      applicationName: "throws",
      displayName: "Throws",
      exchange: async () => {
        throw new Error("internal: password is x");
      },
    });
    registry.oauthApps.add({
      applicationName: "never",
      displayName: "Never",
      exchange: () => new Promise(() => {}),
    });
    const other = await startShop({ TRADEWIND_OAUTH_TIMEOUT: "200" }, { providers: registry });
    const apps = (await other.admin.get("/admin/apps")).body.apps;
    for (const { application_name, data } of apps) {
      const given = { application_name, state: data.state, code: "c" };
      const refused = await other.admin.post("/admin/apps/authorizations", given);
      expect(refused).toMatchObject({ status: 400, body: { type: "invalid_data" } });
      expect(refused.body.message).not.toContain("password");
    }
    await other.close();
  });
});

describe("TRADEWIND_OAUTH_APPS", () => {
  const reading = (text: string) => () => configFrom({ TRADEWIND_OAUTH_APPS: text });
  const withField = (field: string, value: unknown) =>
    reading(JSON.stringify([app("fine"), { ...app("wrong"), [field]: value }]));

  it("is refused with the name of the field that is wrong", () => {
    const fields = Object.keys(app("fine"));
    for (const field of fields) {
      for (const value of [undefined, "", 5, null]) {
        expect(withField(field, value)).toThrow(ConfigProblem);
        expect(withField(field, value)).toThrow(`application 2: ${field} `);
      }
    }
    expect(withField("token_url", "ftp://example.com")).toThrow("token_url must be an http or https URL");
    expect(withField("application_name", "a b")).toThrow("application_name may have");
    expect(withField("scopes", "x")).toThrow("there is no field scopes");
    expect(withField("client_auth", "x")).toThrow("client_auth must be basic or body");
    expect(withField("application_name", "fine")).toThrow("two applications");
  });

  it("is refused when it is not a list of objects, without repeating the value", () => {
    expect(reading("{}")).toThrow("TRADEWIND_OAUTH_APPS: it must be a JSON array");
    expect(reading("[5]")).toThrow("application 1 must be an object");
    expect(reading('[{"client_secret": "hidden" x')).toThrow("it is not valid JSON");
    expect(reading('[{"client_secret": "hidden" x')).not.toThrow("hidden");
  });
});
