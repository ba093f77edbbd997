import fc from "fast-check";
import { entityNamed, singular } from "./entities.ts";
import { hintFor } from "./hints.ts";
import type { Schema } from "./operations.ts";
import { Reference } from "./reference.ts";
import { oddTexts } from "./values.ts";

/** The position of a value in a request: its name shows the entity of an id. */
export interface Place {
  name: string;
  path: string;
  /** An unknown id instead of an existing one. */
  isUnknown?: boolean;
}

const draw = () => fc.integer({ min: 0, max: 2 ** 30 });

/** Values that the schema allows, with references to existing rows where the name shows the entity. */
export function shaped(schema: Schema, place: Place): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => shaped(each, place)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? "anything"].flat();
  const [first, ...others] = types.map((type) => ofType(type, schema, place));
  return others.length === 0
    ? first!
    : fc.oneof(
        { arbitrary: first!, weight: 4 },
        ...others.map((arbitrary) => ({ arbitrary: arbitrary!, weight: 1 })),
      );
}

function ofType(type: string, schema: Schema, place: Place): fc.Arbitrary<unknown> {
  switch (type) {
    case "object":
      return objects(schema, place);
    case "array":
      return lists(schema, place);
    case "integer":
      return place.name === "quantity" ? quantities(schema) : integers(schema);
    case "number":
      return numbers(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return texts(schema, place);
    default:
      return anything;
  }
}

/** What must be there, and a few of the others: with all of them at once hardly a body would be accepted. */
function objects(schema: Schema, place: Place): fc.Arbitrary<unknown> {
  const { properties, required = [] } = schema;
  if (!properties) {
    return freeObjects;
  }
  const inside = Object.fromEntries(
    Object.entries(properties).map(([key, each]) => {
      const name = key === "id" && place.name ? singular(place.name) : key;
      return [
        key,
        fc.constant(null).chain(() => shaped(each, { ...place, name: key === "id" ? name : key })),
      ];
    }),
  );
  const needed = [...required, ...neededHere(properties, place)];
  const others = Object.keys(properties).filter((key) => !needed.includes(key));
  const few = fc.subarray(others, { maxLength: Math.min(others.length, 4) });
  const some = fc.oneof({ arbitrary: few, weight: 9 }, { arbitrary: fc.subarray(others), weight: 1 });
  return some.chain((chosen) => {
    const keys = Object.keys(properties).filter((key) => needed.includes(key) || chosen.includes(key));
    // A price is for a currency or for a region.
    if (keys.includes("currency_code") && keys.includes("amount")) remove(keys, "region_id");
    return fc.record(Object.fromEntries(keys.map((key) => [key, inside[key]!])));
  });
}

/** Rules that a schema cannot express: a price has a currency, a discount has a region. */
function neededHere(properties: Record<string, Schema>, { name, path }: Place): string[] {
  if ("region_id" in properties && "currency_code" in properties) return ["currency_code", "amount"];
  if (name === "" && path === "/admin/discounts") return ["regions"];
  return name === "" && path === "/admin/shipping-options" ? ["amount"] : [];
}

function remove(keys: string[], key: string): void {
  if (keys.includes(key)) keys.splice(keys.indexOf(key), 1);
}

function lists({ items = {}, minItems = 0, maxItems = 20 }: Schema, place: Place): fc.Arbitrary<unknown> {
  const each = shaped(items, { ...place, name: singular(place.name) });
  const one = fc.array(each, { minLength: Math.max(minItems, 1), maxLength: Math.max(minItems, 1) });
  const some = fc.array(each, { minLength: minItems, maxLength: Math.max(minItems, Math.min(3, maxItems)) });
  return fc.oneof({ arbitrary: one, weight: 3 }, some);
}

const MAX = 2_147_483_647;

function integers({ minimum = -MAX, maximum = MAX }: Schema): fc.Arbitrary<number> {
  const least = Math.max(minimum, -MAX);
  const most = Math.min(maximum, MAX);
  const small = { min: Math.max(least, 0), max: Math.min(most, Math.max(least, 0) + 12) };
  return fc.oneof(
    { arbitrary: fc.integer(small.min <= small.max ? small : { min: least, max: most }), weight: 6 },
    { arbitrary: fc.integer({ min: least, max: Math.min(most, 20_000) }), weight: 2 },
    { arbitrary: fc.integer({ min: least, max: most }), weight: 1 },
    { arbitrary: fc.constantFrom(least, most), weight: 1 },
  );
}

/** Few, as there are few of most things. */
const quantities = (schema: Schema) =>
  fc.oneof(
    { arbitrary: fc.constant(1), weight: 5 },
    { arbitrary: fc.constant(2), weight: 1 },
    integers(schema),
  );

function numbers({ minimum = -1e30, maximum = 1e30 }: Schema): fc.Arbitrary<number> {
  return fc.oneof(
    { arbitrary: fc.integer({ min: Math.max(minimum, 0), max: Math.min(maximum, 100) }), weight: 4 },
    fc.double({ min: minimum, max: maximum, noNaN: true }),
    fc.constantFrom(minimum, maximum),
  );
}

const words = fc
  .tuple(fc.constantFrom("red", "wool", "Harbour", "jacket", "gift", "two", "Ærø"), fc.nat({ max: 10_000 }))
  .map(([word, number]) => `${word} ${number}`);

// Created once: arbitraries for all of Unicode are expensive to create.
const anyText = fc.string({ unit: "grapheme", maxLength: 30 });
const anything = fc.jsonValue({ maxDepth: 2 });
const freeObjects = fc.dictionary(fc.oneof(fc.constantFrom(...oddTexts), words), anything, { maxKeys: 4 });

const moments = () =>
  fc.oneof(
    fc.constantFrom("2030-01-01T00:00:00.000Z", "2020-02-29", "1700000000", "9999-12-31T23:59:59Z"),
    fc
      .date({ min: new Date("1900-01-01"), max: new Date("2200-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString()),
  );

const emailsOf = ({ path }: Place) => (/^\/admin\/(auth|users)/.test(path) ? "user_email" : "email");

const emails = (place: Place) =>
  fc.oneof(
    fc.nat({ max: 100_000 }).map((number) => `fuzz-${number}@example.com`),
    place.isUnknown
      ? fc.constant("nobody@example.com")
      : draw().map((each): unknown => new Reference(emailsOf(place), each)),
  );

function texts(schema: Schema, place: Place): fc.Arbitrary<unknown> {
  const { format, pattern, minLength = 0, maxLength = 10_000 } = schema;
  if (format === "email") return emails(place);
  if (format === "moment" || format === "date-time") return moments();
  if (format === "uri") return fc.webUrl();
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const hint = hintFor(place);
  const entity = hint ? undefined : entityNamed(place.name, place.path);
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  const free = fc
    .oneof(
      { arbitrary: words, weight: 5 },
      { arbitrary: fc.constantFrom(...oddTexts), weight: 2 },
      { arbitrary: anyText, weight: 2 },
      fc.constantFrom("x".repeat(Math.min(maxLength, 5_000)), "y".repeat(Math.min(maxLength, 256))),
    )
    .map((text) => (fits(text) ? text : text.slice(0, maxLength).padEnd(minLength, "z")));
  if (hint) return fc.oneof({ arbitrary: fc.constantFrom(...hint), weight: 8 }, free);
  if (!entity) return free;
  const known = place.isUnknown
    ? fc.constantFrom(`${entity}_01UNKNOWN`, "unknown")
    : draw().map((each): unknown => new Reference(entity, each));
  return fc.oneof({ arbitrary: known, weight: 12 }, { arbitrary: free, weight: 1 });
}
