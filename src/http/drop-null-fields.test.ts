import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { dropNullFields } from "./drop-null-fields.ts";

const item = Type.Object({ id: Type.String(), note: Type.Optional(Type.String()) });
const schema = Type.Object({
  name: Type.String(),
  note: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  ends_at: Type.Optional(Type.Unsafe({ type: ["string", "null"] })),
  choice: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  free: Type.Optional(Type.Unknown()),
  items: Type.Optional(Type.Array(item)),
});

const left = (sent: unknown) => {
  dropNullFields(schema, sent);
  return sent;
};

describe("null in a body", () => {
  it("is dropped from optional fields, at every depth", () => {
    const sent = {
      name: "A",
      note: null,
      items: [
        { id: "1", note: null },
        { id: "2", note: "x" },
      ],
    };
    expect(left(sent)).toEqual({ name: "A", items: [{ id: "1" }, { id: "2", note: "x" }] });
    expect(left({ name: "A", items: null })).toEqual({ name: "A" });
  });

  it("stays in required fields, where it has a meaning, and where v1 refuses it", () => {
    const sent = { name: null, title: null, ends_at: null, choice: null, free: null };
    expect(left({ ...sent })).toEqual(sent);
    expect(left({ name: "A", items: [{ id: null }, null] })).toEqual({
      name: "A",
      items: [{ id: null }, null],
    });
  });

  it("stays in fields that the schema does not know, and in values that are no objects", () => {
    expect(left({ name: "A", unknown: null })).toEqual({ name: "A", unknown: null });
    for (const odd of [null, [null], "x", 5]) expect(left(odd)).toEqual(odd);
  });
});
