import type { FastifyInstance, FastifyRequest } from "fastify";
import { vary } from "./conditional-answers.ts";

const PUBLIC_CATALOGUE =
  /^\/store\/(products|variants|product-categories|collections|product-tags|product-types)(\/|$)/;

/** Request headers that the answers depend on. A shared cache that does not follow `Vary` needs a rule of its own. */
const DEPENDS_ON = ["X-Publishable-Api-Key", "Authorization", "Cookie"];

/**
 * `Cache-Control` for visitors of the catalogue, so that a CDN can answer for the server. Customers may have prices of
 * their own and a cart has its region: these answers are private.
 */
export function installCatalogueCacheControl(app: FastifyInstance, value: string | undefined): void {
  if (value === undefined) return;
  app.addHook("onSend", (request, reply, payload, done) => {
    if (isCatalogueRead(request) && reply.statusCode === 200) {
      reply.header("cache-control", isOfVisitor(request) ? value : "private, no-cache");
      vary(reply, ...DEPENDS_ON);
    }
    done(null, payload);
  });
}

const isCatalogueRead = ({ method, routeOptions: { url } }: FastifyRequest) =>
  (method === "GET" || method === "HEAD") && PUBLIC_CATALOGUE.test(url ?? "");

const isOfVisitor = ({ headers, cookies, query }: FastifyRequest) =>
  headers.authorization === undefined &&
  Object.keys(cookies).length === 0 &&
  (query as { cart_id?: unknown }).cart_id === undefined;
