import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from "fastify";
import { isGranted, missingPermission, type Permission } from "../kernel/permissions.ts";
import { refuse } from "./errors.ts";

/** Something in answers that only some callers may see, such as the codes of gift cards. */
export interface Mask {
  /** What a user needs to see it in the administration. */
  readonly permission: Permission;
  /** An answer in which it is masked; the same object if it is not in there. */
  readonly masked: (answer: unknown) => unknown;
  /** Whether it may be in a body, without reading that as JSON. */
  readonly isIn: (body: string) => boolean;
  /** Whether the answer of a route of the storefront shows it. By default none does. */
  readonly isShown: (answer: unknown, config: FastifyContextConfig) => boolean;
  /** Whether a list of the administration is sorted by it: that would tell what it begins with. `url` is the path of the route. */
  readonly isSortedBy: (order: string, url: string) => boolean;
}

/**
 * The one place where masked values leave the server: in the administration they are masked for users who lack the
 * permission, in the storefront for everybody, in whatever a route returns. Bodies that several requests share do not pass here: the
 * pages of orders that are shared show no gift cards (`isCacheable`), and carts show the codes that their view allows.
 */
export function installMasks(app: FastifyInstance, masks: readonly Mask[]): void {
  app.addHook("preValidation", (request, reply, done) => {
    const sortedBy = masks.find((mask) => isSortedBy(mask, request));
    if (!sortedBy) return done();
    return request.caller().then(({ granted }) => {
      const isShown = isGranted(granted, sortedBy.permission);
      return isShown ? undefined : refuse(request, reply, missingPermission(sortedBy.permission));
    });
  });
  app.addHook("preSerialization", (request, reply, answer, done) => {
    const { url = "", config } = request.routeOptions;
    if (reply.statusCode >= 400) return done(null, answer);
    if (url.startsWith("/admin/")) {
      return request
        .caller()
        .then(({ granted }) => masked(masks, answer, ({ permission }) => isGranted(granted, permission)));
    }
    if (!url.startsWith("/store/")) return done(null, answer);
    done(
      null,
      masked(masks, answer, (mask) => mask.isShown(answer, config)),
    );
  });
}

function masked(masks: readonly Mask[], answer: unknown, isShown: (mask: Mask) => boolean): unknown {
  let shown = answer;
  for (const mask of masks) if (!isShown(mask)) shown = mask.masked(shown);
  return shown;
}

/** A stored body for a caller who may see none of what is masked. */
export const maskedBody = (masks: readonly Mask[], body: string): string =>
  masks.some(({ isIn }) => isIn(body))
    ? JSON.stringify(masked(masks, JSON.parse(body), ({ isIn }) => !isIn(body)))
    : body;

function isSortedBy(mask: Mask, { query, routeOptions }: FastifyRequest): boolean {
  const { url } = routeOptions;
  const order = (query as { order?: unknown } | undefined)?.order;
  // Anything else is refused as invalid.
  if (!url?.startsWith("/admin/") || typeof order !== "string") return false;
  return mask.isSortedBy(order.replace(/^[-+ ]/, ""), url);
}
