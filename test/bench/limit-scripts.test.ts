import { describe, expect, it } from "vitest";
import { rateIn } from "../../bench/limit/pgbench-log.ts";
import { readScript, statementsIn } from "../../bench/limit/script.ts";

describe("a script of pgbench", () => {
  it("is read as statements with a number for every place of a value", () => {
    const script = [
      "-- why; and how",
      "\\set cart :from + 1",
      "begin;",
      "update cart set email = :email where id = :cart and",
      "  note = :email::text;",
      "\\endpipeline",
    ].join("\n");
    expect(statementsIn(script)).toEqual([
      { text: "begin", names: [] },
      {
        text: "update cart set email = $1 where id = $2 and\n  note = $3::text",
        names: ["email", "cart", "email"],
      },
    ]);
  });

  it.each(["add-line", "complete"])(
    "%s is one transaction that locks the cart before anything else",
    (name) => {
      const statements = readScript(name).map(({ text }) => text);
      expect(statements.at(0)).toBe("begin");
      expect(statements.at(1)).toMatch(/^select \* from cart .* for no key update$/);
      expect(statements.at(-1)).toBe("commit");
    },
  );
});

describe("the log of pgbench", () => {
  it("computes the rate after the first fifth, of all its files together", () => {
    // Ten that end every second, then forty that end every tenth of a second.
    const ends = Array.from({ length: 50 }, (_, index) => (index < 10 ? index : 9 + (index - 9) / 10));
    const lines = ends.map(
      (end, index) => `${index % 2} ${index} 100 0 ${Math.floor(end)} ${Math.round((end % 1) * 1e6)}`,
    );
    const files = [0, 1].map((half) => lines.filter((_, index) => index % 2 === half).join("\n"));
    expect(rateIn(files)).toBeCloseTo(10, 5);
  });
});
