import { describe, expect, it } from "vitest";
import { entity, text, timestamp } from "./entity.ts";
import { rowDecoder } from "./row-decoder.ts";

const event = entity({ name: "event", columns: { id: text.required, at: timestamp.nullable } });
const decode = rowDecoder({ entity: event, columns: new Set(["id", "at"]), relations: new Map() });

const shown = (at: string | null) => {
  const row = { id: "1", at };
  decode(row);
  return row.at;
};

describe("a timestamp in the JSON of PostgreSQL", () => {
  it.each([
    ["2026-11-15T09:05:33.123456+00:00", "2026-11-15T09:05:33.123Z"],
    ["2026-11-15T09:05:33.999999+00:00", "2026-11-15T09:05:33.999Z"],
    ["2026-11-15T09:05:33.5+00:00", "2026-11-15T09:05:33.500Z"],
    ["2026-11-15T09:05:33+00:00", "2026-11-15T09:05:33.000Z"],
    ["2026-11-15T11:05:33.12+02:00", "2026-11-15T09:05:33.120Z"],
    ["0044-03-15T00:00:00+00:00 BC", "0044-03-15T00:00:00+00:00 BC"],
  ])("%s is shown as %s", (stored, expected) => expect(shown(stored)).toBe(expected));

  it("stays null", () => expect(shown(null)).toBeNull());
});
