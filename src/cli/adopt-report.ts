import type pg from "pg";
import { type AdoptionState, adoptionState } from "../adopt/adoption-record.ts";
import { readReport } from "../adopt/examine/examine.ts";
import { installedProviders } from "../adopt/examine/installed-providers.ts";
import { mayAdopt, type Report, reportJson, reportText } from "../adopt/report-text.ts";
import { readTarget } from "../adopt/target-catalogue.ts";
import { configFrom } from "../config.ts";
import { version } from "../package-root.ts";
import { loadProviders } from "../providers/load-providers.ts";
import { CommandProblem } from "./command.ts";

async function reportOn(client: pg.Client): Promise<Report> {
  const config = configFrom(process.env);
  const installed = installedProviders(await loadProviders(config), config);
  return readReport(client, { config, environment: process.env, installed, target: await readTarget() });
}

/** Prints what adopting a database of v1 would meet. Returns the exit code: 1 if something stops it. */
export async function printReport(client: pg.Client, isForMachines: boolean): Promise<number> {
  const state = await adoptionState(client);
  if (state?.switched_at) throw new CommandProblem(progressOf(state));
  const report = await reportOn(client);
  console.log(isForMachines ? reportJson(report, version) : reportText(report));
  return mayAdopt(report) ? 0 : 1;
}

const progressOf = ({ backfilled_at }: AdoptionState) =>
  backfilled_at
    ? "this database is adopted, and v1 may run on it too. Next: tradewind adopt --finish, or tradewind adopt --undo"
    : "this database is being adopted. Run again: tradewind adopt --yes (or go back: tradewind adopt --undo)";

/** Before the first change. Later there is no database of v1 any more to examine. */
export async function refuseWhatStops(client: pg.Client): Promise<void> {
  if ((await adoptionState(client))?.switched_at) return;
  const stops = (await reportOn(client)).findings.filter(({ severity }) => severity === "stop");
  if (stops.length === 0) return;
  const reasons = stops.map(({ message }) => `  - ${message.replaceAll("\n", "\n    ")}`);
  throw new CommandProblem(["nothing was changed. This stops the adoption:", ...reasons].join("\n"));
}
