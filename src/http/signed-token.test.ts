import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hours } from "../kernel/dates.ts";
import { fixedSecrets } from "../kernel/shop-secrets.ts";
import { signToken, tokenReader } from "./signed-token.ts";

const secrets = fixedSecrets("a secret of the tests that is long enough");
const NOW = Date.parse("2030-01-01T12:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

const aToken = (claims = {}) =>
  signToken(secrets, { claims: { user_id: "usr_1", ...claims }, expiresIn: hours(24) });

describe("a token that was read before", () => {
  it("is valid again when the clock, which was ahead, is set back", () => {
    const read = tokenReader(secrets);
    const token = aToken();
    vi.setSystemTime(NOW + hours(48));
    expect(read(token)).toBeNull();
    vi.setSystemTime(NOW + 1000);
    expect(read(token)).toMatchObject({ user_id: "usr_1" });
  });

  it("ends with its time, also if the clock jumps there", () => {
    const read = tokenReader(secrets);
    const token = aToken();
    expect(read(token)).toMatchObject({ user_id: "usr_1" });
    vi.setSystemTime(NOW + hours(24) - 1);
    expect(read(token)).not.toBeNull();
    vi.setSystemTime(NOW + hours(24) + 1);
    expect(read(token)).toBeNull();
  });

  it("is not valid before its time", () => {
    const read = tokenReader(secrets);
    const token = aToken({ nbf: NOW / 1000 + 60 });
    expect(read(token)).toBeNull();
    vi.setSystemTime(NOW + 61_000);
    expect(read(token)).not.toBeNull();
    vi.setSystemTime(NOW);
    expect(read(token)).toBeNull();
  });

  it("is never valid with another signature", () => {
    const read = tokenReader(secrets);
    const token = aToken();
    expect(read(token)).not.toBeNull();
    const [header, claims] = token.split(".");
    const forged = signToken(fixedSecrets("another secret that is just as long"), {
      claims: {},
      expiresIn: 1000,
    });
    expect(read(`${header}.${claims}.${forged.split(".")[2]}`)).toBeNull();
    expect(read(forged)).toBeNull();
  });
});

describe("a token that is issued for a moment", () => {
  it("is the same each time", () => {
    const issuedAt = new Date(NOW - 5000);
    const made = () => signToken(secrets, { claims: { id: 1 }, expiresIn: hours(1), issuedAt });
    const first = made();
    vi.setSystemTime(NOW + hours(2));
    expect(made()).toBe(first);
    expect(tokenReader(secrets)(first)).toBeNull();
  });
});
