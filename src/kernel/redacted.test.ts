import { describe, expect, it } from "vitest";
import { hiddenIn, redacted, secretsOf, shownIn } from "./redacted.ts";

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
});

describe("secrets in texts", () => {
  const secrets = secretsOf({
    id: "cus_1",
    token: "a-token-of-a-person",
    token_type: "bearer",
    api_key: null,
  });

  it("are those that are long enough", () => {
    expect(secrets).toEqual({ token: "a-token-of-a-person" });
  });

  it("have a placeholder, and come back", () => {
    const mail = {
      text: "?token=a-token-of-a-person twice a-token-of-a-person",
      parts: ["a-token-of-a-person", 1, null],
    };
    const hidden = hiddenIn(mail, secrets);
    expect(hidden).toEqual({
      text: "?token=[private:token] twice [private:token]",
      parts: ["[private:token]", 1, null],
    });
    expect(shownIn(hidden, secrets)).toEqual(mail);
    expect(shownIn(hidden, {})).toEqual(hidden);
  });
});
