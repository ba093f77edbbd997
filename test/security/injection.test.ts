import { describe, expect } from "vitest";
import type { Sql } from "../../src/db/database.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { nameOf } from "../support/fuzz/operations.ts";
import { adminOf } from "../support/fuzz/populated.ts";
import { startPopulatedShop } from "../support/fuzz/populated-shop.ts";

const { it, shop } = withShop(() => startPopulatedShop());

/** A text that occurs nowhere else. */
const MARK = "m4rk";
const attempts = [
  `${MARK}' or '1'='1`,
  `${MARK}"; drop table customer; --`,
  `id; select pg_sleep(10) -- ${MARK}`,
  `(select password_hash from "user") ${MARK}`,
  `id desc, (select 1) ${MARK}`,
  `${MARK}') union select 1 --`,
  `\\${MARK}`,
  `$1${MARK}`,
];

/** The statements of a piece of work, as they are sent. */
async function statementsOf(work: () => Promise<unknown>): Promise<Sql[]> {
  const seen: Sql[] = [];
  const listener = (sql: Sql) => seen.push(sql);
  shop.db.onStatement.add(listener);
  await work();
  shop.db.onStatement.delete(listener);
  return seen;
}

describe("the text of a request", () => {
  it("is never part of a statement, for every parameter of every list", async () => {
    const wrong: string[] = [];
    const reading = shop.operations.filter(
      ({ method, path, pathNames, query }) =>
        method === "GET" &&
        path.startsWith("/admin") &&
        pathNames.length === 0 &&
        Object.keys(query).length > 0,
    );
    let turn = 0;
    const statements = await statementsOf(async () => {
      for (const operation of reading) {
        for (const name of Object.keys(operation.query)) {
          const text = encodeURIComponent(attempts[turn++ % attempts.length]!);
          const written = [`${name}=${text}`, `${name}[]=${text}`, `${name}[gt]=${text}`][turn % 3]!;
          const { status } = await adminOf(shop).get(`${operation.path}?${written}`);
          if (![200, 400, 404].includes(status)) wrong.push(`${nameOf(operation)}?${written}: ${status}`);
        }
      }
    });
    expect(reading.length).toBeGreaterThan(30);
    expect(wrong).toEqual([]);
    expect(statements.filter(({ text }) => text.includes(MARK))).toEqual([]);
    // It did arrive: as a value.
    expect(statements.some(({ values }) => JSON.stringify(values).includes(MARK))).toBe(true);
  });

  it("is never part of a statement, for every property of a body", async () => {
    const statements = await statementsOf(async () => {
      for (const text of attempts) {
        await adminOf(shop).post("/admin/collections", {
          title: text,
          handle: text,
          metadata: { [text]: text },
        });
        await shop.visitor().post("/store/products/search", { q: text });
        await shop
          .visitor()
          .get(`/store/products?handle=${encodeURIComponent(text)}&q=${encodeURIComponent(text)}`);
        await shop.visitor().get(`/store/products/${encodeURIComponent(text)}`);
      }
    });
    expect(statements.filter(({ text }) => text.includes(MARK))).toEqual([]);
  });

  it("is shown unchanged", async () => {
    for (const title of attempts) {
      const { body } = await adminOf(shop).get(`/admin/collections?title=${encodeURIComponent(title)}`);
      expect(body.collections.map((each: { title: string }) => each.title)).toEqual([title]);
    }
  });
});

describe("names that every object has", () => {
  const names = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];

  it.each(["__proto__", "constructor"])(
    "as %s in a body change no object but the body itself",
    async (name) => {
      for (const raw of [
        `{"title":"a","${name}":{"isAdmin":true,"prototype":{"isAdmin":true}}}`,
        `{"title":"a","metadata":{"${name}":{"isAdmin":true,"prototype":{"isAdmin":true}}}}`,
        `{"title":"a","metadata":{"a":[{"${name}":{"isAdmin":true,"prototype":{"isAdmin":true}}}]}}`,
      ]) {
        const answer = await adminOf(shop).send("POST", "/admin/collections", { raw });
        expect(answer.status).toBe(400);
      }
      expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
      expect((Object as unknown as Record<string, unknown>)["isAdmin"]).toBeUndefined();
    },
  );

  it("are mere words in a query", async () => {
    for (const name of names) {
      for (const query of [`fields=${name}`, `order=${name}`, `expand=${name}.id`]) {
        expect([query, (await adminOf(shop).get(`/admin/customers?${query}`)).status]).toEqual([query, 400]);
      }
      // They were not selected, or are not even read.
      for (const query of [`${name}[isAdmin]=1`, `created_at[${name}][isAdmin]=1`, `q[${name}]=1`]) {
        expect([200, 400]).toContain((await adminOf(shop).get(`/admin/customers?${query}`)).status);
      }
    }
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
  });

  it("are plain text where free keys are stored", async () => {
    const metadata = { toString: "a", hasOwnProperty: "b", valueOf: 1, "": 2 };
    const { status, body } = await adminOf(shop).post("/admin/collections", { title: "Names", metadata });
    expect(status).toBe(200);
    expect(body.collection.metadata).toEqual(metadata);
  });
});
