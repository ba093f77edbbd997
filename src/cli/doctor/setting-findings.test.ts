import { describe, expect, it } from "vitest";
import { configFrom } from "../../config.ts";
import { settingFindings } from "./setting-findings.ts";

type Environment = Record<string, string>;

const found = (environment: Environment) =>
  settingFindings(configFrom(environment))
    .filter(({ level }) => level !== "ok")
    .map(({ level, text }) => `${level}: ${text}`);

const REMOTE = {
  TRADEWIND_PUBLIC_URL: "https://api.shop.example",
  TRADEWIND_TRUST_PROXY: "10.0.0.1",
  STORE_CORS: "https://shop.example,/^https:\\/\\/.*\\.shop\\.example$/",
  ADMIN_CORS: "https://admin.shop.example",
};

describe("consistent settings", () => {
  it.each<[string, Environment]>([
    ["none at all", {}],
    ["a shop behind a proxy with TLS", REMOTE],
    ["pages that a pattern allows", { ...REMOTE, TRADEWIND_STOREFRONT_URL: "https://eu.shop.example/de" }],
    ["pages of the server's own origin", { ...REMOTE, TRADEWIND_ADMIN_URL: "https://api.shop.example/app" }],
    [
      "another site with SameSite=None over TLS",
      { ...REMOTE, STORE_CORS: "https://other.example", TRADEWIND_COOKIE_SAMESITE: "none" },
    ],
  ])("%s: nothing is found", (_, environment) => {
    expect(found(environment)).toEqual([]);
  });
});

describe("a contradiction is found", () => {
  it.each<[Environment, RegExp]>([
    [{ ...REMOTE, TRADEWIND_TRUST_PROXY: "" }, /^fail: .* is https, .* but no proxy is trusted/],
    [{ HOST: "0.0.0.0" }, /^note: The server is reachable from other machines and trusts no proxy/],
    [{ TRADEWIND_PUBLIC_URL: "shop.example" }, /^fail: TRADEWIND_PUBLIC_URL is no URL: shop\.example/],
    [{ DATABASE_URL: "postgres://x/y" }, /^note: Tokens are signed with a secret stored in/],
    [
      { TRADEWIND_COOKIE_SAMESITE: "none", TRADEWIND_COOKIE_SECURE: "never" },
      /^fail: Browsers refuse a SameSite=None cookie without Secure/,
    ],
    [
      { ...REMOTE, TRADEWIND_PUBLIC_URL: "http://api.shop.example", TRADEWIND_COOKIE_SECURE: "always" },
      /^fail: Session cookies need https, but TRADEWIND_PUBLIC_URL is http/,
    ],
    [
      { ...REMOTE, TRADEWIND_PUBLIC_URL: "http://api.shop.example", TRADEWIND_COOKIE_SAMESITE: "none" },
      /^fail: Session cookies need https/,
    ],
    [{ STORE_CORS: "*" }, /^fail: STORE_CORS is \*, so no origin can use sessions/],
    [{ ...REMOTE, STORE_CORS: "https://shop.example/" }, /^fail: STORE_CORS has https:\/\/shop\.example\/,/],
    [{ ...REMOTE, ADMIN_CORS: "admin.shop.example" }, /^fail: ADMIN_CORS has admin\.shop\.example, which no/],
    [{ ...REMOTE, ADMIN_CORS: "" }, /^note: No page of another origin than .* may call \/admin/],
    [
      { ...REMOTE, TRADEWIND_STOREFRONT_URL: "https://www.elsewhere.example" },
      /^fail: TRADEWIND_STOREFRONT_URL is https:\/\/www\.elsewhere\.example, which STORE_CORS does not list/,
    ],
    [
      { ...REMOTE, STORE_CORS: "https://other.example" },
      /^note: https:\/\/other\.example \(STORE_CORS\) is another site than api\.shop\.example/,
    ],
  ])("%j", (environment, text) => {
    expect(found(environment)).toEqual([expect.stringMatching(text)]);
  });
});
