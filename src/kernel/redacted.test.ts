import { describe, expect, it } from "vitest";
import { hasSecrets, redacted } from "./redacted.ts";

describe("the data of an event", () => {
  it("is redacted: no tokens, passwords and keys, at any depth", () => {
    const data = {
      id: "cus_1",
      token: "abc",
      api_token: null,
      user: { email: "a@example.com", password_hash: "x", list: [{ client_secret: "y", n: 1 }] },
      apiKey: { nested: true },
    };
    expect(redacted(data)).toEqual({
      id: "cus_1",
      token: "[redacted]",
      api_token: null,
      user: {
        email: "a@example.com",
        password_hash: "[redacted]",
        list: [{ client_secret: "[redacted]", n: 1 }],
      },
      apiKey: "[redacted]",
    });
    expect(data.token).toBe("abc");
  });

  it("is recognised as secret or not", () => {
    expect(hasSecrets({ id: "1", token: "abc" })).toBe(true);
    expect(hasSecrets({ id: "1", items: [1, "two", null] })).toBe(false);
  });
});
