import type { RouteOptions } from "fastify";
import { SESSION_COOKIE } from "../session-cookie.ts";

type Requirement = Record<string, readonly string[]>;

export const securitySchemes = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: SESSION_COOKIE,
    description: "The session of a user or a customer. A login sets the cookie.",
  },
  token: {
    type: "http",
    scheme: "bearer",
    description: "A JWT of a user or a customer, or the `api_token` of a user.",
  },
  apiToken: {
    type: "apiKey",
    in: "header",
    name: "x-medusa-access-token",
    description: "The `api_token` of a user.",
  },
  publishableKey: {
    type: "apiKey",
    in: "header",
    name: "x-publishable-api-key",
    description: "The id of a publishable API key. The answer is limited to its sales channels.",
  },
};

const ofUsers: Requirement[] = [{ session: [] }, { token: [] }, { apiToken: [] }];
const ofCustomers: Requirement[] = [{ session: [] }, { token: [] }];
const none: Requirement = {};

/** The credentials of a route. An empty list: it is public. */
export function securityOf({ url, config }: RouteOptions): Requirement[] {
  if (url.startsWith("/admin/") && !config?.public) return ofUsers;
  if (config?.customerOnly) return ofCustomers;
  return config?.publishableKey ? [none, { publishableKey: [] }] : [];
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The answer of the route depends on the publishable API key of the storefront. For the API reference. */
    publishableKey?: boolean;
  }
}
