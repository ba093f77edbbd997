import type { Difference, Json, JsonObject } from "../beside-v1/difference.ts";

/** Lists inside of an answer whose order v1 keeps. */
const ORDERED = /(^|\.)images$/;

/**
 * Where two answers about the same rows differ. Ids, moments and amounts are the same to the letter, and so is the order of
 * the list that was asked for. v1 promises no order for most lists within it.
 */
export function differencesOf(ours: Json | undefined, v1: Json | undefined, path = ""): Difference[] {
  if (Array.isArray(ours) && Array.isArray(v1)) return ofLists(ours, v1, path);
  if (isObject(ours) && isObject(v1)) return ofObjects(ours, v1, path);
  return ours === v1 || isSameAmount(ours, v1) ? [] : [{ path, ours, v1 }];
}

/** v1 adds up unrounded discounts as floating-point numbers: 499.99999999999994 is 500. */
const isSameAmount = (ours: Json | undefined, v1: Json | undefined): boolean =>
  typeof ours === "number" && typeof v1 === "number" && Math.abs(ours - v1) < 1e-6;

/** An answer whose list v1 sorts by nothing, or by a moment that many rows share: with its rows in one order. */
export const inOneOrder = (body: Json): Json =>
  isObject(body)
    ? Object.fromEntries(
        Object.entries(body).map(([key, value]) => [key, Array.isArray(value) ? sorted(value) : value]),
      )
    : body;

function ofObjects(ours: JsonObject, v1: JsonObject, path: string): Difference[] {
  const keys = [...new Set([...Object.keys(ours), ...Object.keys(v1)])];
  return keys
    .flatMap((key) => differencesOf(ours[key], v1[key], path === "" ? key : `${path}.${key}`))
    .map((difference) => ({ within: { ours, v1 }, ...difference }));
}

function ofLists(ours: Json[], v1: Json[], path: string): Difference[] {
  if (ours.length !== v1.length) return [{ path: `${path}.length`, ours: ours.length, v1: v1.length }];
  const isOrdered = !/[.[]/.test(path) || ORDERED.test(path);
  const [first, second] = isOrdered ? [ours, v1] : [sorted(ours), sorted(v1)];
  const order = isOrdered ? otherOrder(ours, v1, path) : [];
  return order.length > 0
    ? order
    : first.flatMap((each, index) => differencesOf(each, second[index], `${path}[]`));
}

/** Told in one line: the elements are the same, but stand elsewhere. */
function otherOrder(ours: Json[], v1: Json[], path: string): Difference[] {
  const [oursKeys, v1Keys] = [ours.map(keyOf), v1.map(keyOf)];
  if (oursKeys.join() === v1Keys.join() || [...oursKeys].sort().join() !== [...v1Keys].sort().join())
    return [];
  return [{ path: `${path}.order`, ours: oursKeys, v1: v1Keys }];
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const KEYS = ["id", "code", "item_id", "item", "variant_id", "product_id", "iso_2", "key", "name"];

const keyOf = (value: Json): string => {
  if (!isObject(value)) return JSON.stringify(value);
  const keys = KEYS.map((name) => value[name]).filter((key) => typeof key === "string");
  return keys.length > 0 ? keys.join() : JSON.stringify(value);
};

const sorted = (list: Json[]): Json[] =>
  [...list].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : Number(keyOf(one) > keyOf(other))));
