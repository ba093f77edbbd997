import { describe, expect, it } from "vitest";
import { shownPayload } from "./shown-payload.ts";

describe("the payload of a job, as admins see it,", () => {
  it("has no values whose names are those of secrets, however deep they are", () => {
    const payload = {
      order_id: "order_1",
      traceparent: "00-a-b-01",
      accessToken: "abc",
      lines: [{ sku: "a", api_key: 5, nested: { Password: { old: "x" } } }],
      headers: { Authorization: "Bearer x", accept: "json" },
    };
    expect(shownPayload(payload)).toEqual({
      order_id: "order_1",
      accessToken: "…",
      lines: [{ sku: "a", api_key: "…", nested: { Password: "…" } }],
      headers: { Authorization: "…", accept: "json" },
    });
  });

  it("is not longer than a page", () => {
    const deep = { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } };
    const { text, list, a } = shownPayload({ text: "x".repeat(900), list: Array(900).fill(null), ...deep });
    expect([(text as string).length, (list as unknown[]).length]).toEqual([501, 50]);
    expect(a).toEqual({ b: { c: { d: { e: { f: "…" } } } } });
  });
});
