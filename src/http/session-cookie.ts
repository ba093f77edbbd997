import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { hours } from "../kernel/dates.ts";

export const SESSION_COOKIE = "connect.sid";

type CookieConfig = Pick<Config, "cookieSecure" | "cookieSameSite" | "sessionHours">;

/** A session lives for a fixed time from login; using it does not prolong it. */
const sessionLifetime = (config: CookieConfig): number => hours(config.sessionHours);

/** How long sessions live, and how many a customer can have. */
export const sessionTerms = (config: CookieConfig & Pick<Config, "customerSessions">) => ({
  lifetime: sessionLifetime(config),
  customerSessions: config.customerSessions,
});

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  config: CookieConfig,
) {
  const isTls = request.protocol === "https";
  reply.setCookie(SESSION_COOKIE, token, {
    path: "/",
    httpOnly: true,
    sameSite: config.cookieSameSite,
    secure: config.cookieSecure === "auto" ? isTls : config.cookieSecure === "always",
    expires: new Date(Date.now() + sessionLifetime(config)),
    // Browsers prefer max-age to expires, so our clock does not matter.
    maxAge: sessionLifetime(config) / 1000,
  });
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, { path: "/" });
}
