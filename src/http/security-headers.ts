import type { FastifyInstance } from "fastify";

/** The defaults of `helmet`, without a policy for pages. Storefronts are other origins and may show our images. */
const HEADERS = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "cross-origin",
  "origin-agent-cluster": "?1",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "SAMEORIGIN",
  "x-permitted-cross-domain-policies": "none",
  // Off: the filter of some old browsers can be turned against a page.
  "x-xss-protection": "0",
};

/** One constant object instead of `@fastify/helmet`: see docs/adr/0023-cors-and-security-headers.md. */
export function installSecurityHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(HEADERS);
    done();
  });
}
