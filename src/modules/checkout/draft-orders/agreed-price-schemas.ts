import type { FastifyRequest } from "fastify";
import { sentField } from "../../../http/permissions.ts";
import type { Permission } from "../../../kernel/permissions.ts";

const AGREES_PRICES: Permission = "payments:write";

type Sent = Record<string, unknown>;

const sentList = (value: unknown): Sent[] =>
  [value].flat().filter((each): each is Sent => typeof each === "object" && each !== null);

const isSent = (value: unknown) => value !== undefined && value !== null;

/** A line at another price than the catalogue's. What is not in the catalogue has the price of the request, or none. */
const hasOwnPrice = (line: Sent) => isSent(line.unit_price) || (!line.variant_id && isSent(line.quantity));

/**
 * A draft order is paid by its customer like any cart. So who sets a price decides how much money the shop gets, as with a
 * refund. The body is not validated yet.
 */
export const neededForDraft = (request: FastifyRequest): Permission | null => {
  const lines = sentList(sentField(request, "items"));
  const methods = sentList(sentField(request, "shipping_methods"));
  const isPriced = lines.some(hasOwnPrice) || methods.some(({ price }) => isSent(price));
  return isPriced ? AGREES_PRICES : null;
};

export const neededForNewLine = ({ body }: FastifyRequest): Permission | null =>
  sentList(body).some(hasOwnPrice) ? AGREES_PRICES : null;

export const neededForLineChange = (request: FastifyRequest): Permission | null =>
  isSent(sentField(request, "unit_price")) ? AGREES_PRICES : null;

export const neededForShipping = (request: FastifyRequest): Permission | null =>
  isSent(sentField(request, "price")) ? AGREES_PRICES : null;
