import type { Difference, Json, JsonObject } from "../difference.ts";
import type { Request } from "../pair.ts";
import type { Answer } from "../systems.ts";

export interface Asked {
  request: Request;
  ours: Answer;
  v1: Answer;
}

/** A difference that is meant to be. `section` is its heading in docs/differences-from-v1.md. */
export interface Intended {
  section: string;
  /** The whole answer is of another kind: its body is not compared. */
  ofAnswer?(asked: Asked): boolean;
  /** One place in answers that are otherwise the same. */
  ofPlace?(difference: Difference, asked: Asked): boolean;
  /** The two systems have different things from now on: what the request is about is not compared any more. */
  isLasting?: boolean;
}

export const pathOf = ({ path }: Request): string =>
  path.map((part) => (typeof part === "string" ? part : "{id}")).join("");

export const typeOf = (body: Json): unknown =>
  typeof body === "object" && body !== null && !Array.isArray(body) ? body["type"] : undefined;

export const messageOf = ({ body }: Answer): string =>
  typeof body === "object" && body !== null && !Array.isArray(body) ? String(body["message"]) : "";

export const codeOf = ({ body }: Answer): unknown =>
  typeof body === "object" && body !== null && !Array.isArray(body) ? body["code"] : undefined;

/** A new category for which v1 counts the categories of all parents. */
export const isRankedByAll = (request: Request): boolean =>
  request.method === "POST" &&
  pathOf(request) === "/admin/product-categories" &&
  (request.body as { parent_category_id?: unknown } | undefined)?.parent_category_id === undefined;

export const isCancelation = (request: Request): boolean =>
  /^\/admin\/orders\/\{id\}\/cancel$/.test(pathOf(request));

/** v1 wants a level also of goods whose stock is not managed, or that are sold on backorder. */
export const sellsWithoutLevel = ({ request, ours, v1 }: Asked): boolean =>
  /\/complete$/.test(pathOf(request)) &&
  ours.status === 200 &&
  /^Must provide location_id or sales_channel_id/.test(messageOf(v1)) &&
  variantsIn(ours.body).some(
    (each) => each["manage_inventory"] === false || each["allow_backorder"] === true,
  );

/** The variants of an order that was placed. */
export const variantsIn = (body: Json): JsonObject[] => {
  const { data } = (body ?? {}) as { data?: { items?: { variant?: JsonObject | null }[] } };
  return (data?.items ?? []).flatMap(({ variant }) => (variant ? [variant] : []));
};
