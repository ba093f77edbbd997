import pg from "pg";
import { type Adopted, adoptDatabase } from "../../adopt/adopt-database.ts";
import { adoptionState } from "../../adopt/adoption-record.ts";
import { type Loss, lossesText } from "../../adopt/undo/losses.ts";
import { undoAdoption } from "../../adopt/undo-adoption.ts";
import { configFrom } from "../../config.ts";
import { poolingOf } from "../../db/connections/pooler.ts";
import { primaryUrlOf } from "../../db/primary/primary.ts";
import { contentOf, contentProblem } from "../../db/schema/database-content.ts";
import { readInCatalogue } from "../../db/schema/search-path.ts";
import { version } from "../../package-root.ts";
import { adoptFailure } from "../adopt-failure.ts";
import { finishAdoption } from "../adopt-finish.ts";
import { printReport, refuseWhatStops } from "../adopt-report.ts";
import { type Command, CommandProblem, type Given } from "../command.ts";
import { confirm } from "../confirm.ts";
import { describeAddress } from "../database.ts";
import { Progress } from "../progress.ts";

const ACTIONS = ["yes", "finish", "undo"] as const;
type Action = (typeof ACTIONS)[number];

export const adopt: Command = {
  name: "adopt",
  summary: "Make an existing database of Medusa v1 a database of Tradewind, in place.",
  details:
    "Without an option it only reads and reports. DATABASE_URL leads to the database of v1.\n" +
    "See docs/guides/coming-from-v1.md.",
  options: {
    json: { help: "Print the report for machines." },
    yes: { help: "Adopt the database. A command that was interrupted continues when it is repeated." },
    finish: {
      help: "End the time in which v1 may run on the same database. It cannot be undone afterwards.",
    },
    "v1-is-stopped": { help: "With --finish: do not ask." },
    undo: { help: "Make it a database of v1 again, with the orders made meanwhile." },
    "accept-losses": { help: "With --undo: do not ask about what v1 cannot hold." },
  },
  async run(given) {
    const action = actionIn(given);
    const url = await addressOf();
    const name = `adopt${action === "report" ? "" : ` --${action}`}`;
    const client = await connected(url, `tradewind-${name}`);
    try {
      if (action === "report") return await preview(client, given["json"] === true);
      if (action === "finish") return await finishAdoption(client, given["v1-is-stopped"] === true);
      const place = describeAddress(url);
      if (action === "yes") return await adoptNow(client, place);
      return await undo(client, { place, acceptsLosses: given["accept-losses"] === true });
    } catch (error) {
      throw adoptFailure(error, `tradewind ${name}`);
    } finally {
      await client.end().catch(() => {});
    }
  },
};

function actionIn(given: Given): Action | "report" {
  const chosen = ACTIONS.filter((action) => given[action]);
  if (chosen.length > 1)
    throw new CommandProblem(`choose one of ${ACTIONS.map((name) => `--${name}`).join(", ")}`);
  return chosen[0] ?? "report";
}

/** Session locks and indexes that are built beside other work need a connection of their own. */
async function addressOf(): Promise<string> {
  const { databaseUrl, directUrl } = configFrom(process.env);
  const address = directUrl ?? databaseUrl;
  if (!address) throw new CommandProblem("DATABASE_URL is not set: it must lead to the database of v1");
  const url = await primaryUrlOf(address);
  if ((await poolingOf(url)).isShared) {
    throw new CommandProblem(
      "DATABASE_URL leads to a pooler: set DATABASE_DIRECT_URL to the address of the server itself",
    );
  }
  return url;
}

async function connected(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    keepAlive: true,
  });
  // A lost connection also fails the running query; without a listener it would end the process as well.
  client.on("error", () => {});
  await client.connect();
  await client.query(
    "set statement_timeout to 0; set lock_timeout to 0; set idle_in_transaction_session_timeout to 0",
  );
  // Since PostgreSQL 14 a statement ends soon after the command was killed, and with it the lock that the next command needs.
  await client.query("set client_connection_check_interval to '1s'").catch(() => {});
  return client;
}

async function preview(client: pg.Client, isForMachines: boolean): Promise<number> {
  await refuseOther(client);
  return printReport(client, isForMachines);
}

async function adoptNow(client: pg.Client, place: string): Promise<number> {
  await refuseOther(client);
  await refuseWhatStops(client);
  const progress = new Progress();
  const adopted = await adoptDatabase(client, (step) => progress.show(step));
  progress.end();
  console.log(summaryOf(adopted, place));
  return 0;
}

/** A database of v1, or one whose adoption is not complete. */
async function refuseOther(client: pg.Client): Promise<void> {
  const content = await readInCatalogue(client, contentOf);
  const state = await adoptionState(client);
  if (content.kind === "v1" || state) return;
  if (content.kind === "shop") throw new CommandProblem("this is a database of Tradewind already");
  throw new CommandProblem(contentProblem(content) ?? "this database is empty: there is nothing to adopt");
}

function summaryOf({ totals, lockedFor }: Adopted, place: string): string {
  return [
    `The database ${place} belongs to Tradewind ${version} now; v1 can still run on it.`,
    ...(totals
      ? [`  Equal before and after: ${totals.orders} orders, ${totals.payments}, ${totals["line items"]}.`]
      : []),
    ...(lockedFor === null ? [] : [`  The tables were locked for ${(lockedFor / 1000).toFixed(1)} s.`]),
    "Next: tradewind start. When v1 is not needed any more: tradewind adopt --finish. To go back: tradewind adopt --undo.",
  ].join("\n");
}

interface UndoRequest {
  /** The database, in words. */
  place: string;
  acceptsLosses: boolean;
}

async function undo(client: pg.Client, { place, acceptsLosses }: UndoRequest): Promise<number> {
  const progress = new Progress();
  const { keptTables, stockedVariants } = await undoAdoption(client, {
    report: (step) => progress.show(step),
    accept: (losses) => acceptLosses(losses, acceptsLosses),
  });
  progress.end();
  console.log(`The database ${place} is one of v1 again, with everything that was sold meanwhile.`);
  if (stockedVariants > 0) {
    console.log(`v1 has no locations. Variants that got the stock of theirs: ${stockedVariants}.`);
  }
  if (keptTables.length > 0) {
    console.log(`These tables have rows and stay; v1 does not read them: ${keptTables.join(", ")}.`);
  }
  return 0;
}

function acceptLosses(losses: readonly Loss[], isGiven: boolean): Promise<void> {
  console.log(lossesText(losses));
  return confirm({
    question: "What is named above can be settled with Tradewind first. Go back to v1 all the same?",
    word: "undo",
    option: "--accept-losses",
    isGiven,
  });
}
