import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Granted } from "../kernel/permissions.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Caller } from "./caller-type.ts";
import { refuse } from "./errors.ts";
import { inProcessCall } from "./in-process.ts";
import { SESSION_COOKIE } from "./session-cookie.ts";

export type { Caller } from "./caller-type.ts";

/** The credential of a request; at most one is used. */
export type Credential =
  | { kind: "session"; token: string }
  | { kind: "bearer"; token: string }
  | { kind: "api-token"; token: string };

const anonymous: Caller = { userId: null, customerId: null, granted: [] };

declare module "fastify" {
  interface FastifyRequest {
    /** Looked up at the first call, then cached for the request. */
    caller(): Promise<Caller>;
    /** The same as of now, for answers that last long. */
    callerNow(): Promise<Caller>;
    /** The session cookie, if the page that sent it may use it: other sites cannot use a visitor's session. */
    sessionToken(): string | undefined;
  }
  interface FastifyContextConfig {
    /** Routes under /admin require a user unless they are public. */
    public?: boolean;
    /** Routes under /store are public unless they are for a logged-in customer. */
    customerOnly?: boolean;
  }
}

export interface CallerOptions {
  /** Finds out who holds a credential; null when it is not valid. */
  identify: (credential: Credential) => Promise<Caller | null>;
  /** Whether the browser page that sent the request may use the session cookie. */
  isTrustedOrigin: (request: FastifyRequest) => boolean;
}

export function installCaller(app: FastifyInstance, options: CallerOptions): void {
  const callers = new WeakMap<FastifyRequest, Promise<Caller>>();
  const identified = async (request: FastifyRequest) => {
    const inside = inProcessCall(request);
    if (inside) return inside.caller;
    const credential = credentialOf(request);
    return (credential && (await options.identify(credential))) ?? anonymous;
  };
  app.decorateRequest("sessionToken", function (this: FastifyRequest) {
    return options.isTrustedOrigin(this) ? this.cookies[SESSION_COOKIE] : undefined;
  });
  app.decorateRequest("caller", function (this: FastifyRequest) {
    const caller = callers.get(this) ?? identified(this);
    callers.set(this, caller);
    return caller;
  });
  app.decorateRequest("callerNow", function (this: FastifyRequest) {
    return identified(this);
  });
  app.addHook("onRequest", (request, reply, done) => {
    const required = requiredAccount(request);
    if (!required) return done();
    return request
      .caller()
      .then((caller) => (caller[required] === null ? unauthorized(request, reply) : undefined));
  });
}

function credentialOf(request: FastifyRequest): Credential | null {
  const apiToken = request.headers["x-medusa-access-token"];
  if (typeof apiToken === "string" && apiToken !== "") return { kind: "api-token", token: apiToken };
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (bearer) return { kind: "bearer", token: bearer };
  const session = request.sessionToken();
  return session ? { kind: "session", token: session } : null;
}

function requiredAccount(request: FastifyRequest): "userId" | "customerId" | null {
  const { url, config } = request.routeOptions;
  if (url?.startsWith("/admin/") && !config.public) return "userId";
  return config.customerOnly ? "customerId" : null;
}

const unauthorized = (request: FastifyRequest, reply: FastifyReply) =>
  refuse(request, reply, new Refusal("unauthorized", "Unauthorized"));

/** The id of the logged-in user; only for routes that cannot be reached without one. */
export async function userOf(request: FastifyRequest): Promise<string> {
  const { userId } = await request.caller();
  if (userId === null) throw new Refusal("unauthorized", "Unauthorized");
  return userId;
}

/** The id of the logged-in customer; only for routes that cannot be reached without one. */
export async function customerOf(request: FastifyRequest): Promise<string> {
  const { customerId } = await request.caller();
  if (customerId === null) throw new Refusal("unauthorized", "Unauthorized");
  return customerId;
}

/** A user with an account. A plugin that calls with a role or with permissions is in its place, and has none. */
const hasAccount = (userId: string) => !userId.startsWith("plugin:");

/** The id of the user whom the new row belongs to; null for a plugin that has no account. */
export async function ownerOf(request: FastifyRequest): Promise<string | null> {
  const userId = await userOf(request);
  return hasAccount(userId) ? userId : null;
}

/** The same as `authorOf`, for what only an account can have. */
export async function accountOf(request: FastifyRequest): Promise<{ userId: string; granted: Granted }> {
  const author = await authorOf(request);
  if (hasAccount(author.userId)) return author;
  const message = "This belongs to the account of a user: call it as { user }";
  throw new Refusal("not_allowed", message, "needs_user");
}

/** The user who sends the request, and what they may do; only for routes that cannot be reached without one. */
export async function authorOf(request: FastifyRequest): Promise<{ userId: string; granted: Granted }> {
  const { granted } = await request.caller();
  return { userId: await userOf(request), granted };
}
