import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { ChangeLog, type LogQuery, type LogState } from "./change-log.ts";

it("two first looks at the same time do not count as a change of everything", async () => {
  const asked: { query: LogQuery; answer: (state: Partial<LogState>) => void }[] = [];
  const log = new ChangeLog(
    (query) =>
      new Promise((resolve) => {
        const answer = (state: Partial<LogState>) =>
          resolve({ snapshot: "", run: "1", version: "1", subjects: null, until: null, ...state });
        asked.push({ query, answer });
      }),
  );
  const slow = log.refresh();
  // Then others do not wait for it any more.
  await pause(60);
  const quick = log.refresh();
  asked[1]!.answer({ snapshot: "quick" });
  await quick;
  const since = log.now;
  asked[0]!.answer({ snapshot: "slow" });
  await pause(0);
  expect(asked[2]?.query).toMatchObject({ snapshot: "quick", version: "1" });
  asked[2]!.answer({ snapshot: "later", subjects: ["mug"] });
  await slow;
  expect([log.hasChanged(["shirt"], since), log.hasCatalogueChanged(since)]).toEqual([false, false]);
  expect(log.hasChanged(["mug"], since)).toBe(true);
});
