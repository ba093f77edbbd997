import { describe, expect, it } from "vitest";
import { factsOf, isExpired, tokenFrom } from "./oauth-app.ts";

const now = new Date("2024-05-01T12:00:00Z");

describe("an OAuth token", () => {
  it("ends when its lifetime is over", () => {
    const token = tokenFrom({ access_token: "secret", expires_in: 3600 }, now)!;
    expect(token).toEqual({ access_token: "secret", expires_at: "2024-05-01T13:00:00.000Z" });
    expect(isExpired(token, now)).toBe(false);
    expect(isExpired(token, new Date("2024-05-01T12:59:30Z"))).toBe(true);
  });

  it("has no expiry when the provider states none", () => {
    const token = tokenFrom({ access_token: "secret" }, now)!;
    expect(isExpired(token, new Date("2999-01-01T00:00:00Z"))).toBe(false);
  });

  it("survives a lifetime that makes no sense", () => {
    for (const lifetime of ["soon", -5, 0, null, 1e300, {}]) {
      expect(tokenFrom({ access_token: "secret", expires_in: lifetime }, now)).toEqual({
        access_token: "secret",
      });
    }
  });

  it("is none without an access token", () => {
    for (const given of [null, undefined, "text", {}, { access_token: "" }, { access_token: 5 }]) {
      expect(tokenFrom(given, now)).toBeNull();
    }
  });

  it("returns only the fields that are not secret", () => {
    const token = tokenFrom(
      {
        access_token: "a",
        refresh_token: "b",
        id_token: "c",
        token_type: "Bearer",
        scope: "read",
        more: "d",
      },
      now,
    )!;
    expect(factsOf(token)).toEqual({ token_type: "Bearer", scope: "read" });
    expect(factsOf({ access_token: "a", scope: ["not", "text"] })).toEqual({});
  });
});
