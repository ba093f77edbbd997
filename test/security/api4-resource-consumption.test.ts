import { gzipSync } from "node:zlib";
import { describe, expect } from "vitest";
import { isEmail } from "../../src/http/validation.ts";
import { WAITS } from "../../src/http/waits.ts";
import { parseTimestamp } from "../../src/kernel/dates.ts";
import { isEventPattern } from "../../src/kernel/event-pattern.ts";
import { kebabCase } from "../../src/kernel/kebab-case.ts";
import { byteRange } from "../../src/modules/platform/uploads/use-cases/serve-file.ts";
import { durationOf } from "../../src/modules/selling/discounts/duration.ts";
import { parseKey } from "../../src/providers/files/file-key.ts";
import { safeName } from "../../src/providers/files/file-name.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { nameOf, type Operation, pathOf, type Schema, takesSelection } from "../support/fuzz/operations.ts";
import { aBuyer, adminOf } from "../support/fuzz/populated.ts";
import { startPopulatedShop } from "../support/fuzz/populated-shop.ts";

// Bodies that are too large or too deep are in test/http/errors.test.ts, uploads in test/api/uploads-faults.test.ts,
// what a connection keeps in test/db/prepared-statements.test.ts.
const LARGEST = 3;
let lists: Operation[];
const { it, shop } = withShop(() => startPopulatedShop({ TRADEWIND_MAX_LIMIT: String(LARGEST) }));
it.beforeAll(async () => {
  lists = shop.operations.filter(
    // Figures have a largest limit of their own, and refuse others.
    ({ method, path, query }) =>
      method === "GET" && "limit" in query && !/^\/admin\/(analytics|reports|notices)/.test(path),
  );
});

const clientFor = async ({ path, needsCredential }: Operation) => {
  if (path.startsWith("/admin")) return adminOf(shop);
  return needsCredential ? (await aBuyer(shop)).client : shop.visitor();
};

const pathFor = (operation: Operation) =>
  pathOf(operation, (name) => {
    const entity = operation.path
      .split(`/{${name}}`)[0]!
      .split("/")
      .at(-1)!
      .replaceAll("-", "_")
      .replace(/s$/, "");
    return shop.things.pick(entity, 1, { context: new Map() });
  });

describe("a page", () => {
  it("is never larger than the shop allows, for any list and limit", async () => {
    const larger: string[] = [];
    for (const operation of lists) {
      const client = await clientFor(operation);
      for (const limit of [0, 1_000_000, 2_147_483_647]) {
        const { status, body } = await client.get(`${pathFor(operation)}?limit=${limit}`);
        const longest = Math.max(
          0,
          ...Object.values(body).map((each) => (Array.isArray(each) ? each.length : 0)),
        );
        if (longest > LARGEST || ![200, 404].includes(status))
          larger.push(`${nameOf(operation)}: ${longest}`);
      }
    }
    expect(lists.length).toBeGreaterThan(40);
    expect(larger).toEqual([]);
  });

  it("is the only way to get many things: every list has one, but for what a shop has few of", () => {
    const few =
      /analytics|reports\/sales|notices\/kinds|shop-details|roles\/assignments|admin\/permissions|store\/orders|regions|currencies|countries|shipping|return-reasons|invites|apps|providers|tag-usage|types$|auth|payment-methods|documents|options|products\/types|jobs\/schedules|custom-fields/;
    const all = shop.operations.filter(
      ({ method, path, query, pathNames }) =>
        method === "GET" && /s$/.test(path) && pathNames.length === 0 && !("limit" in query),
    );
    expect(all.map(nameOf).filter((name) => !few.test(name))).toEqual([]);
  });
});

/** The places in a schema for which something holds. */
function placesWhere(schema: Schema, holds: (schema: Schema) => boolean, at = ""): string[] {
  const inside = [
    ...(schema.anyOf ?? []).map((each): [string, Schema] => [at, each]),
    ...(schema.items ? [[`${at}[]`, schema.items] as [string, Schema]] : []),
    ...Object.entries(schema.properties ?? {}).map(([key, each]): [string, Schema] => [`${at}.${key}`, each]),
  ];
  return [
    ...(holds(schema) ? [at] : []),
    ...inside.flatMap(([place, each]) => placesWhere(each, holds, place)),
  ];
}

describe("a body", () => {
  it("limits the length of every list", () => {
    const endless = shop.operations.flatMap((operation) =>
      placesWhere(
        operation.body ?? {},
        ({ items, maxItems }) => items !== undefined && maxItems === undefined,
      ).map((place) => `${nameOf(operation)}: ${place}`),
    );
    expect(endless).toEqual([]);
  });

  it("limits every number", () => {
    const isNumber = ({ type }: Schema) =>
      [type].flat().some((each) => each === "integer" || each === "number");
    const endless = shop.operations.flatMap((operation) =>
      placesWhere(
        operation.body ?? {},
        (each) => isNumber(each) && !each.enum && each.maximum === undefined,
      ).map((place) => `${nameOf(operation)}: ${place}`),
    );
    expect(endless).toEqual([]);
  });

  it("is not unpacked: a small one cannot become a large one", async () => {
    const packed = gzipSync(JSON.stringify({ title: "x".repeat(10_000_000) }));
    const response = await fetch(`${shop.baseUrl}/admin/collections`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-encoding": "gzip",
        "x-medusa-access-token": "the token of the tests",
      },
      body: packed,
    });
    expect(response.status).toBe(415);
  });
});

describe("a selection", () => {
  it("goes five relations deep at most, wherever it is taken", async () => {
    const deep = Array.from({ length: 6 }, () => "region").join(".");
    const selecting = shop.operations.filter(
      (operation) => operation.method === "GET" && "expand" in operation.query && takesSelection(operation),
    );
    for (const operation of selecting) {
      const client = await clientFor(operation);
      for (const query of [`expand=${deep}`, `fields=${deep}.id`]) {
        const { status } = await client.get(`${pathFor(operation)}?${query}`);
        expect([`${nameOf(operation)}?${query}`, status]).toEqual([expect.anything(), 400]);
      }
    }
    expect(selecting.length).toBeGreaterThan(40);
  });
});

describe("a connection", () => {
  it("has to send its headers and its body within a time limit", () => {
    expect(shop.app.server.headersTimeout).toBe(60_000);
    // Bodies that drip are in test/http/odd-requests.test.ts.
    expect(WAITS.arrival.limit).toBe(60_000);
  });
});

// A pattern that tries every way to read these would not be done before the test runs out of time.
const LONG = 100_000;
const tiring = [
  "a",
  "0",
  "-",
  ".",
  " ",
  "@",
  "a.",
  "a-",
  "1.",
  "P1",
  "\t",
  "é",
  "a@",
  "..",
  "aA",
  "=,",
].flatMap((part) => [
  part.repeat(LONG / part.length),
  `${part.repeat(LONG / part.length)}!`,
  `a@${part.repeat(LONG / part.length)}!`,
]);

describe("reading a long text", () => {
  const readers: [string, (text: string) => unknown][] = [
    ["an email", isEmail],
    ["a date", parseTimestamp],
    ["a duration", durationOf],
    ["the name of an event", isEventPattern],
    ["a handle", kebabCase],
    ["the name of a file", safeName],
    ["the key of a file", parseKey],
    ["a range of bytes", (text) => byteRange(`bytes=${text}`, 10)],
  ];

  it.each(readers)("as %s takes no more than a moment", (_, read) => {
    for (const text of tiring) read(text);
  });
});
