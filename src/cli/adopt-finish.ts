import type pg from "pg";
import { beginAdoptWork } from "../adopt/adopt-work.ts";
import { adoptionState, dropRecord } from "../adopt/adoption-record.ts";
import { backfills } from "../adopt/backfill/index.ts";
import { forgetProgress, runBackfills } from "../adopt/backfill/run-backfills.ts";
import { signsOfV1 } from "../adopt/v1-activity.ts";
import { CommandProblem } from "./command.ts";
import { confirm } from "./confirm.ts";
import { Progress } from "./progress.ts";

/** Ends the time in which v1 may run on the database, after a question: there is no way back. */
export async function finishAdoption(client: pg.Client, isStopped: boolean): Promise<number> {
  await beginAdoptWork(client);
  const state = await adoptionState(client);
  if (!state) throw new CommandProblem("there is no adoption to finish");
  if (!state.backfilled_at) {
    throw new CommandProblem("the adoption is not complete: run tradewind adopt --yes again");
  }
  const signs = await signsOfV1(client);
  if (signs.length > 0) {
    console.log(
      ["Found on this database, besides Tradewind:", ...signs.map((sign) => `  - ${sign}`)].join("\n"),
    );
  }
  await confirm({
    question:
      "After --finish there is no way back, and v1 must never run on this database again. Is it stopped?",
    word: "finish",
    option: "--v1-is-stopped",
    isGiven: isStopped,
  });
  await forgetProgress(client);
  const progress = new Progress();
  await runBackfills(client, backfills, (step) => progress.show(step));
  progress.end();
  await dropRecord(client);
  console.log("The adoption is finished. Do not start v1 on this database any more.");
  return 0;
}
