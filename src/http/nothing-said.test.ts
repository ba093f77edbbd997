import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { leaveOutNothing } from "./nothing-said.ts";

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
  leaveOutNothing(schema, sent);
  return sent;
};

describe("null in a body", () => {
  it("says nothing where nothing has to be said, at every depth", () => {
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

  it("stays where it means something, or something has to be said, and where v1 refuses it", () => {
    const sent = { name: null, title: null, ends_at: null, choice: null, free: null };
    expect(left({ ...sent })).toEqual(sent);
    expect(left({ name: "A", items: [{ id: null }, null] })).toEqual({
      name: "A",
      items: [{ id: null }, null],
    });
  });

  it("is let alone in what the schema does not know, and in what is no object", () => {
    expect(left({ name: "A", unknown: null })).toEqual({ name: "A", unknown: null });
    for (const odd of [null, [null], "x", 5]) expect(left(odd)).toEqual(odd);
  });
});
