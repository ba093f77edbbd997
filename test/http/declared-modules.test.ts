import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { buildApp } from "../../src/app.ts";
import { configFrom } from "../../src/config.ts";
import { openDatabase } from "../../src/db/database.ts";
import { defineEvents } from "../../src/events/define-events.ts";
import { idOnly } from "../../src/events/event-data.ts";
import { entity, one, text } from "../../src/graph/entity.ts";
import type { Routes } from "../../src/http/routes.ts";
import { fixedSecrets } from "../../src/kernel/shop-secrets.ts";
import type { Module } from "../../src/module/define-module.ts";
import { joinCleanups, joinModules } from "../../src/module/join-modules.ts";
import { joinPrivateData, joinWork } from "../../src/module/join-work.ts";
import { modules, readingOrder } from "../../src/modules.ts";

/* What modules declare twice, or what points nowhere, stops the start, with the names of the modules. */

const db = () => openDatabase({ url: "postgres://nobody@localhost/nothing" });

/** Builds the server of all modules and of some more. Without a database: nothing is read before the first request. */
async function starting(...more: Module[]): Promise<void> {
  const unused = db();
  const app = await buildApp({
    config: configFrom({ LOG_LEVEL: "silent" }),
    db: unused,
    secrets: fixedSecrets("no token is signed here"),
    modules: [...modules, ...more],
    describeOnly: true,
  });
  try {
    await app.ready();
  } finally {
    await app.close();
    await unused.close();
  }
}

const refusalOf = (...more: Module[]): Promise<string> =>
  starting(...more).then(
    () => "started",
    (error: Error) => error.message,
  );

const at =
  (url: string, config: object = {}): Routes =>
  (app) => {
    app.get(url, { config, schema: { hide: true } }, async () => "here");
  };

describe("the server starts", () => {
  it("with its own modules", () => starting());

  it("with one more that declares everything that a module can have", () =>
    starting({
      name: "shop/gadgets",
      entities: [entity({ name: "gadget", columns: { id: text.required } })],
      routes: [at("/admin/gadgets")],
      areas: { gadgets: "write" },
      adminPaths: { gadgets: "gadgets" },
      events: defineEvents({ "gadget.created": idOnly }),
      eventAreas: { gadget: "gadgets" },
      apiNotes: [{ tag: "Store", operations: { "GET /admin/gadgets": { id: "listGadgets" } } }],
    }));
});

describe("the server does not start when two modules declare the same", () => {
  it.each<[string, Omit<Module, "name">, string]>([
    [
      "entity",
      { entities: [entity({ name: "region", columns: { id: text.required } })] },
      "entity region is declared by shop/regions and by shop/more",
    ],
    [
      "route",
      { routes: [at("/store/regions/:id")] },
      "route GET /store/regions/{id} is declared by shop/regions and by shop/more",
    ],
    [
      "event",
      { events: defineEvents({ "region.created": idOnly }) },
      "event region.created is declared by shop/regions and by shop/more",
    ],
    ["area", { areas: { orders: "write" } }, "area orders is declared by orders/orders and by shop/more"],
    [
      "path",
      { adminPaths: { regions: "orders" } },
      "path below /admin regions is declared by shop/regions and by shop/more",
    ],
    [
      "area of events",
      { eventAreas: { region: "orders" } },
      "area of events region is declared by shop/regions and by shop/more",
    ],
    [
      "tag",
      { apiNotes: [{ tag: "Regions", description: "Again.", operations: {} }] },
      "tag Regions is declared by shop/regions and by shop/more",
    ],
    [
      "note",
      { apiNotes: [{ tag: "Regions", operations: { "GET /store/regions": { id: "again" } } }] },
      "note for GET /store/regions is declared by shop/regions and by shop/more",
    ],
  ])("%s", async (_, declared, message) => {
    expect(await refusalOf({ name: "shop/more", ...declared })).toBe(message);
  });

  it("name", async () => {
    expect(await refusalOf({ name: "shop/regions" })).toBe(
      "module shop/regions is declared by shop/regions and by shop/regions",
    );
  });

  it("cleanup", () => {
    const more: Module = { name: "shop/more", cleanups: () => ({ sessions: async () => nothing }) };
    const nothing = { removed: 0, isDone: true };
    expect(() => joinCleanups([...modules, more], configFrom({}))).toThrow(
      "cleanup sessions is declared by people/auth and by shop/more",
    );
  });

  it("task, or schedule", () => {
    const one: Module = { name: "shop/one", work: () => ({ tasks: { count: async () => {} } }) };
    expect(() => joinWork([one, { ...one, name: "shop/other" }], {} as never)).toThrow(
      "task count is declared by shop/one and by shop/other",
    );
  });
});

describe("the server does not start when a module declares what points nowhere", () => {
  it.each<[string, Omit<Module, "name">, string]>([
    [
      "a relation to an unknown entity",
      {
        entities: [
          entity({
            name: "gadget",
            columns: { id: text.required },
            relations: { maker: one("maker", "maker_id") },
          }),
        ],
      },
      "gadget.maker of shop/more leads to maker, which no module declares",
    ],
    [
      "a note for an unknown route",
      { apiNotes: [{ tag: "Regions", operations: { "GET /store/nowhere": { id: "nowhere" } } }] },
      "shop/more has a note for GET /store/nowhere, which is no route",
    ],
    [
      "a note before an unknown operation",
      { apiNotes: [{ tag: "Regions", operations: { "GET /x": { id: "x", before: "GET /y" } } }] },
      "a note of the tag Regions is before GET /y, for which there is no note in it",
    ],
    [
      "a note for an unknown tag",
      { apiNotes: [{ tag: "Gadgets", operations: { "GET /x": { id: "x" } } }] },
      "shop/more has notes for the tag Gadgets, which no module describes",
    ],
    [
      "a tag in no group",
      { apiNotes: [{ tag: "Gadgets", description: "Gadgets.", operations: {} }] },
      "the tag Gadgets of shop/more is in no group",
    ],
    [
      "a route under /admin without an area",
      { routes: [at("/admin/gadgets")] },
      "route GET /admin/gadgets of shop/more is in no area: no module declares /admin/gadgets",
    ],
    [
      "a path of an unknown area",
      { adminPaths: { gadgets: "gadgets" } },
      "/admin/gadgets of shop/more is in the area gadgets, which no module declares",
    ],
    [
      "a path without a route",
      { adminPaths: { gadgets: "orders" } },
      "/admin/gadgets has an area, but no module has a route there",
    ],
    [
      "a route with an unknown permission",
      { routes: [at("/admin/orders/gadgets", { permission: "gadgets:read" })] },
      "route GET /admin/orders/gadgets of shop/more needs gadgets:read, which no module declares",
    ],
    [
      "a change in an area that can only be read",
      { routes: [at("/admin/orders/gadgets", { permission: "audit:write" })] },
      "route GET /admin/orders/gadgets of shop/more needs audit:write, which no module declares",
    ],
    [
      "events in no area",
      { events: defineEvents({ "gadget.created": idOnly }) },
      "event gadget.created of shop/more is in no area",
    ],
    [
      "events in an unknown area",
      { events: defineEvents({ "gadget.created": idOnly }), eventAreas: { gadget: "gadgets" } },
      "events gadget.* of shop/more is in the area gadgets, which no module declares",
    ],
    [
      "events that need an unknown permission",
      {
        events: defineEvents({ "gadget.created": idOnly }),
        eventAreas: { gadget: { area: "orders", alsoNeeds: "gadgets:read" } },
      },
      "shop/more needs the permission gadgets:read, which no module declares",
    ],
    [
      "an area of events that no module announces",
      { eventAreas: { gadget: "orders" } },
      "shop/more has an area for events gadget.*, which no module announces",
    ],
    [
      "private data of an unknown event",
      { privateData: () => ({ "gadget.created": async () => null }) },
      "shop/more has private data of gadget.created, which no module announces",
    ],
  ])("%s", async (_, declared, message) => {
    expect(await refusalOf({ name: "shop/more", ...declared })).toBe(message);
  });

  it("a schedule without a task", () => {
    const schedules = [{ task: "count", pattern: "* * * * *" }];
    const one: Module = { name: "shop/one", work: () => ({ tasks: {}, schedules }) };
    expect(() => joinWork([one], {} as never)).toThrow(
      "shop/one has a schedule of count, which is the task of no module",
    );
  });
});

describe("an event", () => {
  it("may be declared for all names that begin alike, and have tokens only by its own name", () => {
    const events = defineEvents({ "token.made.*": Type.Object({ name: Type.String() }) });
    expect(events.of("token.made.books", { name: "books" })).toEqual({
      name: "token.made.books",
      data: { name: "books" },
    });
    const module: Module = { name: "shop/one", events };
    expect(Object.keys(joinPrivateData([module], {} as never))).toEqual([]);
  });

  it("with a name that is not declared, or with other data, does not compile", () => {
    const events = defineEvents({ "note.created": idOnly });
    // @ts-expect-error: a typo.
    events.of("note.craeted", { id: "note_1" });
    // @ts-expect-error: no id.
    events.of("note.created", { name: "x" });
    expect(Object.keys(events.types)).toEqual(["note.created"]);
  });
});

it("events of modules are in an area of their own, not in that of plugins", () => {
  const { permissions, events } = joinModules(modules, readingOrder);
  const ofPlugins = events.names().filter((name) => permissions.forEvent(name).includes("plugins:read"));
  expect(ofPlugins).toEqual([]);
});
