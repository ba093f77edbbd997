import { describe, expect, it } from "vitest";
import type { Estimate } from "./estimate.ts";
import type { Finding } from "./finding.ts";
import { reportJson, reportText, sizeText, timeText } from "./report-text.ts";

const estimate: Estimate = {
  indexSeconds: 130,
  lockSeconds: 2,
  backfillSeconds: 4000,
  diskBytes: 1,
  indexes: 83,
  rows: 10,
  databaseBytes: 3 * 1024 ** 3,
};

const stop: Finding = { severity: "stop", code: "v1_too_old", message: "It is too old." };
const warning: Finding = { severity: "warning", code: "batch_jobs", message: "A job runs.\nLet it end." };
const note: Finding = { severity: "note", code: "v1_version", message: "It is v1." };

describe("the report for people", () => {
  it("begins with what stops, and ends with what to do", () => {
    const text = reportText({ findings: [note, warning, stop], estimate });
    expect(text.split("\n\n").map((group) => group.split("\n")[0])).toEqual([
      "These stop it:",
      "To decide about:",
      "Found:",
      "Expected time and locks, estimated from the sizes that PostgreSQL knows:",
      "Nothing was changed. One thing stops the adoption: see above, then run tradewind adopt again.",
    ]);
    expect(text).toContain("  - A job runs.\n    Let it end.");
    expect(text).toContain("83 indexes are built while v1 goes on: about 3 minutes.");
    expect(text).toContain("The database has 3.0 GB and grows by about 1 MB.");
  });

  it("leaves out what there is none of, and names the next command", () => {
    const text = reportText({ findings: [note], estimate });
    expect(text).toMatch(/^Found:\n {2}- It is v1\.\n/);
    expect(text).toMatch(/run tradewind adopt --yes \(back again: tradewind adopt --undo\)\.$/);
  });
});

describe("the report for machines", () => {
  it.each([
    [[stop, note], false],
    [[warning, note], true],
  ])("says whether the database may be adopted", (findings, mayAdopt) => {
    expect(JSON.parse(reportJson({ findings, estimate }, "1.2.3"))).toEqual({
      version: "1.2.3",
      mayAdopt,
      findings,
      estimate,
    });
  });
});

it.each([
  [0.2, "a few seconds"],
  [21, "about 25 seconds"],
  [100, "about 2 minutes"],
  [3 * 3600, "about 3 hours"],
])("%d seconds are %s", (seconds, text) => {
  expect(timeText(seconds)).toBe(text);
});

it.each([
  [0, "0 MB"],
  [10.2 * 1024 ** 2, "11 MB"],
  [2.5 * 1024 ** 3, "2.5 GB"],
])("%d bytes are %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
