import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildApp } from "../../src/app.ts";
import { configFrom } from "../../src/config.ts";
import { fixedSecrets } from "../../src/kernel/shop-secrets.ts";
import { PluginProblem } from "../../src/plugins/plugin-problem.ts";
import { loadProviders } from "../../src/providers/load-providers.ts";
import { manualFulfillment } from "../../src/providers/manual-fulfillment.ts";
import { manualPayment } from "../../src/providers/manual-payment.ts";
import type { RoutesApp } from "../../src/providers/ports/routes.ts";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { syncProviders } from "../../src/providers/sync-providers.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { JWT_SECRET, type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { until } from "../support/time/until.ts";

const EXAMPLE = "./examples/plugin/shop-chat.mjs";

/** A chat that gives a token for the code `good` and takes messages with it. */
class Chat {
  readonly messages: unknown[] = [];
  isDown = false;
  private readonly server: Server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const send = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
    if (this.isDown) return send(503, {});
    if (request.url === "/token") {
      const isGood = new URLSearchParams(text).get("code") === "good";
      return isGood ? send(200, { access_token: "chat-token" }) : send(400, { error: "invalid_grant" });
    }
    if (request.headers.authorization !== "Bearer chat-token") return send(401, {});
    this.messages.push(JSON.parse(text));
    return send(200, {});
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

describe("the example plugin", () => {
  const chat = new Chat();
  let shop: StartedShop;

  beforeAll(async () => {
    Object.assign(process.env, {
      SHOP_CHAT_URL: await chat.start(),
      SHOP_CHAT_CHANNEL: "shop",
      SHOP_CHAT_CLIENT_ID: "the shop",
      SHOP_CHAT_CLIENT_SECRET: "secret",
    });
    shop = await startShop({ TRADEWIND_PLUGINS: EXAMPLE });
  });
  afterAll(async () => {
    await shop.close();
    chat.stop();
    for (const variable of Object.keys(process.env)) {
      if (variable.startsWith("SHOP_CHAT_")) delete process.env[variable];
    }
  });

  const connect = async (code: string) => {
    const { body } = await shop.admin.get("/admin/apps");
    const [app] = body.apps;
    return shop.admin.post("/admin/apps/authorizations", {
      application_name: "shop-chat",
      state: app.data.state,
      code,
    });
  };

  it("has routes under /admin that ask for an administrator", async () => {
    expect((await shop.visitor().get("/admin/shop-chat")).status).toBe(401);
    const { status, body } = await shop.admin.get("/admin/shop-chat");
    expect([status, body]).toEqual([200, { channel: "shop", is_connected: false }]);
  });

  it("refuses as the rest of the API does", async () => {
    const tooSoon = await shop.admin.post("/admin/shop-chat/messages", { text: "Hello" });
    expect(tooSoon).toMatchObject({
      status: 400,
      body: { type: "not_allowed", message: "Connect the shop with the chat first." },
    });
    const malformed = await shop.admin.post("/admin/shop-chat/messages", {});
    expect(malformed).toMatchObject({
      status: 400,
      body: { type: "invalid_data", message: "text is required" },
    });
  });

  it("is known as a notification provider", async () => {
    const text = "select * from notification_provider";
    expect(await shop.db.run({ text, values: [] })).toEqual([{ id: "shop-chat", is_installed: true }]);
  });

  it("connects the shop with the chat, or reports why not", async () => {
    const refused = await connect("bad");
    expect(refused).toMatchObject({ status: 400, body: { type: "invalid_data" } });
    expect(refused.body.message).toBe("The provider of shop-chat gave no token: the chat said invalid_grant");
    expect((await connect("good")).status).toBe(200);
    expect((await shop.admin.get("/admin/shop-chat")).body.is_connected).toBe(true);
  });

  it("answers a repeated request with the first answer", async () => {
    const send = () =>
      shop.admin.post(
        "/admin/shop-chat/messages",
        { text: "Hello" },
        { headers: { "idempotency-key": "once" } },
      );
    const answers = [await send(), await send()];
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    expect(chat.messages).toEqual([{ channel: "shop", text: "Hello" }]);
  });

  it("sends the events of the shop to the chat, as soon as the chat is reachable", async () => {
    chat.messages.length = 0;
    chat.isDown = true;
    await shop.admin.post("/admin/collections", { title: "Winter" });
    await until(async () => {
      const text = "select 1 from tradewind.event_parked where attempts > 0";
      return (await shop.db.run({ text, values: [] })).length === 1;
    });
    chat.isDown = false;
    await until(() => chat.messages.length > 0);
    expect(chat.messages).toEqual([{ channel: "shop", text: "There is a new collection." }]);
  });
});

describe("a plugin that cannot be used stops the start", () => {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-plugins-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  let count = 0;
  const plugin = (code: string) => {
    const file = join(folder, `plugin-${count++}.mjs`);
    writeFileSync(file, code);
    return file;
  };
  const load = (...names: string[]) => loadProviders({ ...configFrom({}), plugins: names });
  const problemWith = async (name: string) => {
    const problem = await load(name).then(
      () => null,
      (error: unknown) => error,
    );
    expect(problem).toBeInstanceOf(PluginProblem);
    const { message } = problem as PluginProblem;
    expect(message.startsWith(`plugin ${name}: `)).toBe(true);
    expect(message).not.toContain("\n    at ");
    return message;
  };

  it("when there is no such file or package", async () => {
    expect(await problemWith("./no/such/plugin.mjs")).toContain("there is no file");
    expect(await problemWith("no-such-package-anywhere")).toContain("no-such-package-anywhere");
    expect(await problemWith("no-such-package-anywhere")).toContain(": install the package, or name a file");
  });

  it("when it is not JavaScript", async () => {
    await problemWith(plugin("export function register( {"));
  });

  it("when it exports no register", async () => {
    expect(await problemWith(plugin("export const registre = () => {};"))).toContain("no function register");
  });

  it("when it throws, at once or later, with any value", async () => {
    const early = plugin(`export function register() { throw new Error("SHOP_KEY is not set"); }`);
    expect(await problemWith(early)).toContain(": SHOP_KEY is not set");
    const late = plugin(
      `export async function register() { await 1; throw new Error("the service is gone"); }`,
    );
    expect(await problemWith(late)).toContain(": the service is gone");
    expect(await problemWith(plugin(`export function register() { throw "a string"; }`))).toContain(
      "a string",
    );
    await problemWith(plugin(`throw new Error("while loading");`));
  });

  it("when it registers an id twice", async () => {
    const twice = plugin(`
      const provider = { id: "letters", events: [], send() {}, resend() {} };
      export function register(tradewind) {
        tradewind.notificationProvider(provider);
        tradewind.notificationProvider(provider);
      }`);
    expect(await problemWith(twice)).toContain("there is already a notification provider letters");
    const manual = plugin(`export function register(tradewind) {
      const noop = () => {};
      tradewind.paymentProvider({ id: "manual", initiate: noop, update: noop, authorize: noop, capture: noop,
        refund: noop, cancel: noop, deleteSession: noop, status: noop });
    }`);
    expect(await problemWith(manual)).toContain("there is already a payment provider manual");
  });

  it("when a provider lacks a name or a function", async () => {
    const nameless = plugin(`export function register(t) { t.taxProvider({ taxLines() {} }); }`);
    expect(await problemWith(nameless)).toContain("a tax provider needs a name");
    const incomplete = plugin(`export function register(t) { t.fileProvider({ id: "f", save() {} }); }`);
    expect(await problemWith(incomplete)).toContain(
      "file provider f has no function delete, read, downloadUrl",
    );
    await problemWith(plugin(`export function register(t) { t.on("", () => {}); }`));
    await problemWith(plugin(`export function register(t) { t.on("order.placed"); }`));
    await problemWith(plugin(`export function register(t) { t.routes("/path"); }`));
  });

  it("when two subscribers would share a place in the log", async () => {
    const same = plugin(`export function register(t) { t.on("a", () => {}); t.on("a", () => {}); }`);
    expect(await problemWith(same)).toContain("there is already a subscriber");
    await load(
      plugin(`export function register(t) { t.on("a", () => {}); t.on("a", () => {}, { name: "other" }); }`),
    );
  });

  it("when one of its routes is taken", async () => {
    const shop = await startShop();
    const registry = await load(
      plugin(
        `export function register(t) { t.routes((app) => app.get("/admin/collections", async () => 1)); }`,
      ),
    );
    const config = configFrom({ LOG_LEVEL: "silent" });
    const built = buildApp({ config, db: shop.db, secrets: fixedSecrets(JWT_SECRET), providers: registry });
    await expect(built).rejects.toThrow(PluginProblem);
    await shop.close();
  });

  it("but loads as a default export, and from a package of the shop", async () => {
    const registry = await load(plugin(`export default (t) => t.taxProvider({ id: "tax", taxLines() {} });`));
    expect(registry.tax.ids()).toEqual(["tax"]);
    const home = process.cwd();
    const installed = join(folder, "node_modules", "a-plugin");
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, "package.json"), `{ "name": "a-plugin", "main": "index.cjs" }`);
    writeFileSync(
      join(installed, "index.cjs"),
      `module.exports = { register: (t) => t.taxProvider({ id: "old-style", taxLines() {} }) };`,
    );
    try {
      process.chdir(folder);
      expect((await load("a-plugin")).tax.ids()).toEqual(["old-style"]);
    } finally {
      process.chdir(home);
    }
  });

  it("and adds nothing once it is registered", async () => {
    const late = plugin(`
      let kept;
      export function register(t) { kept = t; }
      export const addLate = () => kept.taxProvider({ id: "late", taxLines() {} });`);
    await load(late);
    const { addLate } = await import(late);
    expect(addLate).toThrow("already registered");
  });
});

describe("routes of a plugin", () => {
  it("may be registered in any way, and keep their hooks to themselves", async () => {
    const registry = new ProviderRegistry();
    const add = (register: (app: import("fastify").FastifyInstance) => unknown) =>
      registry.routes.push({ plugin: "test", register });
    // The types that plugins see are a part of Fastify's.
    add((app: RoutesApp) => app.get("/store/short", async () => ({ form: "short" })));
    add(async (app) => app.get("/store/both", async () => ({ form: "both" })));
    add(async (app) => {
      app.addHook("onSend", async (_request, reply) => {
        reply.header("x-plugin", "yes");
      });
      app.get("/store/async", async () => ({ form: "async" }));
      app.get("/admin/open", { config: { public: true } }, async () => ({ form: "open" }));
      app.get("/store/broken", async () => {
        throw new Error("a secret of the plugin");
      });
    });
    const shop = await startShop({}, { providers: registry });
    const visitor = shop.visitor();
    expect((await visitor.get("/store/short")).body).toEqual({ form: "short" });
    expect((await visitor.get("/store/both")).body).toEqual({ form: "both" });
    const inside = await visitor.get("/store/async");
    expect([inside.body.form, inside.headers.get("x-plugin")]).toEqual(["async", "yes"]);
    expect((await visitor.get("/store/collections")).headers.get("x-plugin")).toBeNull();
    expect((await visitor.get("/admin/open")).body).toEqual({ form: "open" });
    const broken = await visitor.get("/store/broken");
    expect(broken).toMatchObject({ status: 500, body: { type: "unknown_error" } });
    expect(JSON.stringify(broken.body)).not.toContain("secret");
    await shop.close();
  });
});

describe("the tables of providers", () => {
  let shop: StartedShop;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await shop.db.run({ text: "delete from payment_provider where id <> 'manual'", values: [] });
  });

  const providers = async (table: string) =>
    shop.db.run({ text: `select id, is_installed from ${table} order by id`, values: [] });
  const withPayment = (...ids: string[]) => {
    const registry = new ProviderRegistry();
    for (const id of ids) registry.payment.add({ ...manualPayment, id });
    return registry;
  };

  it("include the built-in ones", async () => {
    expect(await providers("payment_provider")).toEqual([{ id: "manual", is_installed: true }]);
    expect(await providers("fulfillment_provider")).toEqual([{ id: "manual", is_installed: true }]);
  });

  it("follow the registry: new ones are added, missing ones stay but are not installed", async () => {
    await syncProviders(shop.db, withPayment("cards", "invoice"));
    await syncProviders(shop.db, withPayment("invoice"));
    expect(await providers("payment_provider")).toEqual([
      { id: "cards", is_installed: false },
      { id: "invoice", is_installed: true },
      { id: "manual", is_installed: true },
    ]);
    await syncProviders(shop.db, withPayment("cards"));
    expect(await providers("payment_provider")).toEqual([
      { id: "cards", is_installed: true },
      { id: "invoice", is_installed: false },
      { id: "manual", is_installed: true },
    ]);
  });

  it("are written only when something differs, by many processes at once", async () => {
    const registry = withPayment("cards", "invoice", "transfer");
    await Promise.all(Array.from({ length: 8 }, () => syncProviders(shop.db, registry)));
    expect(await providers("payment_provider")).toHaveLength(4);
    const { statements } = await countingStatements(shop.db, () => syncProviders(shop.db, registry));
    expect(statements.some((text) => /insert|update|begin/i.test(text))).toBe(false);
  });
});

describe("the manual providers", () => {
  it("take every payment at once", async () => {
    const request = {
      resourceId: "cart_1",
      amount: 1000,
      currencyCode: "eur",
      email: null,
      customer: null,
      billingAddress: null,
    };
    const data = await manualPayment.initiate(request);
    expect(data).toEqual({ status: "pending" });
    expect(await manualPayment.status(data)).toBe("pending");
    // What a storefront sends means nothing to a payment outside of the system.
    expect(await manualPayment.update(data, request, { note: "by transfer" })).toEqual({ status: "pending" });
    const step = { data, amount: 1000, currencyCode: "eur", idempotencyKey: "k" };
    const authorized = await manualPayment.authorize(step, { ip: null, resourceId: "cart_1" });
    expect(authorized).toEqual({ status: "authorized", data: { status: "authorized" } });
    const captured = await manualPayment.capture({ ...step, data: authorized.data });
    expect(captured).toEqual({ status: "captured" });
    expect(await manualPayment.status(captured)).toBe("authorized");
    expect(await manualPayment.refund({ ...step, data: captured })).toEqual(captured);
    expect(await manualPayment.cancel(step)).toEqual({ status: "canceled" });
    expect(await manualPayment.status({})).toBe("pending");
  });

  it("ship by hand, at flat rates", async () => {
    expect(await manualFulfillment.options()).toEqual([
      { id: "manual-fulfillment" },
      { id: "manual-fulfillment-return", is_return: true },
    ]);
    expect(await manualFulfillment.canCalculate({})).toBe(false);
    expect(await manualFulfillment.validateOption({})).toBe(true);
  });
});
