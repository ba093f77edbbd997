import { type Config, ConfigProblem, configFrom } from "../../config.ts";
import { dataFolder, openEmbedded } from "../../db/embedded/index.ts";
import { type Moved, moveShop } from "../../move/move-shop.ts";
import { findMove, recordMove } from "../../move/moved-file.ts";
import { databaseUrl } from "../../settings/setting-kinds.ts";
import { type Command, CommandProblem, required } from "../command.ts";
import { describeAddress, refuseMissing, requireEmbedded } from "../database.ts";

export const move: Command = {
  name: "move",
  summary: "Move the shop from the embedded database to a PostgreSQL of your own.",
  details:
    "Stop the shop first. The old database stays as it is. A move that was interrupted continues when the command is repeated.",
  options: {
    to: {
      value: "url",
      help: "An empty database: postgres://user@host:5432/shop. A password in PGPASSWORD is in no list of processes.",
    },
  },
  async run(given) {
    const config = configFrom(process.env);
    requireEmbedded(config);
    const targetUrl = urlIn(required(given, "to"));
    refuseMissing(config);
    const folder = dataFolder(config.dataDir);
    const place = describeAddress(targetUrl);
    const isRepeated = findMove(folder)?.place === place;
    const moved = await moveTo({ config, targetUrl, place, isRepeated });
    console.log(
      [moved ? summaryOf(moved, place) : `The shop was moved to ${place} already.`, nextSteps(folder)].join(
        "\n",
      ),
    );
    return 0;
  },
};

function urlIn(given: string): string {
  try {
    return new URL(databaseUrl(given)!).href;
  } catch (error) {
    throw new ConfigProblem(`--to: ${(error as Error).message}`);
  }
}

interface Request {
  config: Config;
  targetUrl: string;
  place: string;
  isRepeated: boolean;
}

async function moveTo({ config, targetUrl, place, isRepeated }: Request): Promise<Moved | null> {
  const embedded = await openEmbedded({
    dataDir: config.dataDir,
    role: "tool",
    // What another command writes during the move would not be moved.
    settings: { default_transaction_read_only: "on" },
  });
  try {
    if (!embedded.owner) {
      throw new CommandProblem(
        "the shop is running: stop it first, and leave it stopped. What it sells during the move would be lost.",
      );
    }
    return await moveShop({
      sourceUrl: embedded.url,
      targetUrl,
      place,
      isRepeated,
      report: (line) => console.log(`  ${line}`),
      onVerified: () => recordMove(dataFolder(config.dataDir), { place, movedAt: new Date().toISOString() }),
    });
  } finally {
    await embedded.stop();
  }
}

function summaryOf({ orders, products, tables, sequences, leftBehind }: Moved, place: string): string {
  return [
    `The shop is at ${place}: ${orders} orders and ${products} products.`,
    `${tables} tables, ${sequences} sequences and all sums of money agree.`,
    ...(leftBehind.length > 0
      ? [`Not created by Tradewind, and so not moved: ${leftBehind.join(", ")}`]
      : []),
  ].join("\n");
}

const nextSteps = (folder: string) => `
Next:
  1. Set DATABASE_URL for every process. If it leads to a pooler, set DATABASE_DIRECT_URL to the server itself.
  2. Uploaded files and the secret that signs tokens stay in ${folder}: leave TRADEWIND_DATA_DIR as it is.
     On another machine, copy everything of this folder but its folder postgres.
  3. Start the shop, log in, and look at the last order.
  4. Set up backups of the new database (docs/guides/backups.md). Do not delete ${folder}/postgres before the first one.
`;
