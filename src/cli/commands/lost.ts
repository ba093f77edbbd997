import pg from "pg";
import { configFrom } from "../../config.ts";
import { shownAmount } from "../../kernel/currencies.ts";
import { type Command, CommandProblem, required } from "../command.ts";
import { describeAddress, openShop } from "../database.ts";
import { type LostOrder, lostOrders } from "../lost/lost-orders.ts";
import { type MissingEvent, missingEvents } from "../lost/missing-events.ts";

export const lost: Command = {
  name: "lost",
  summary: "List what a failover without a synchronous standby has lost.",
  details:
    "Compares the event log of the primary of before with the one of the shop. Start the old server by itself, on another port and\n" +
    "before it follows the new primary: then what only it has is gone. Changes nothing. Exits with code 1 if anything is missing.",
  options: {
    old: { value: "url", help: "Address of the old primary: postgres://user@host:port/database" },
    json: { help: "Print everything as JSON, also the data of events and payments." },
  },
  async run(given) {
    const old = new pg.Client({ connectionString: required(given, "old") });
    const shop = await openShop(configFrom(process.env));
    try {
      await connect(old, required(given, "old"));
      const events = await missingEvents(old, shop.db.pool as never);
      const orders = await lostOrders(old, shop.db.pool as never, orderIdsOf(events));
      if (given["json"]) console.log(JSON.stringify({ events, orders }, null, 2));
      else print(events, orders);
      return events.length === 0 ? 0 : 1;
    } finally {
      await old.end();
      await shop.close();
    }
  },
};

async function connect(client: pg.Client, url: string): Promise<void> {
  try {
    await client.connect();
    // Also a server that was a primary until now is only read.
    await client.query("set default_transaction_read_only = on");
    await client.query("select from tradewind.event limit 0");
  } catch (error) {
    throw new CommandProblem(
      `the old database cannot be read (${describeAddress(url)}): ${(error as Error).message}`,
    );
  }
}

const orderIdsOf = (events: readonly MissingEvent[]): string[] => [
  ...new Set(events.filter(({ name }) => name === "order.placed").map(({ entityId }) => entityId!)),
];

function print(events: readonly MissingEvent[], orders: readonly LostOrder[]): void {
  if (events.length === 0) {
    console.log("Nothing is missing: the shop has every event of the old database.");
    return;
  }
  console.log(`${events.length} events of the old database are missing in the shop:`);
  for (const { occurredAt, name, entityId } of events)
    console.log(`  ${occurredAt.toISOString()}  ${name}  ${entityId ?? ""}`);
  if (orders.length === 0) return;
  console.log(
    `\n${orders.length} orders are lost. Their payments may have been taken: refund them, or enter the orders again as drafts.`,
  );
  for (const each of orders)
    console.log(`  #${each.number}  ${each.email}  ${each.placedAt.toISOString()}  ${paidFor(each)}`);
}

const paidFor = ({ payments, currency }: LostOrder): string =>
  payments.length === 0
    ? "no payment"
    : payments
        .map(
          ({ provider, amount, data }) =>
            `${shownAmount(amount, currency)} by ${provider}${referenceIn(data)}`,
        )
        .join(", ");

/** The number of the payment at the payment service. */
const referenceIn = ({ id }: Record<string, unknown>): string => (typeof id === "string" ? ` (${id})` : "");
