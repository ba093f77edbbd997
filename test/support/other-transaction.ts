import pg from "pg";
import { until } from "../events/support.ts";
import type { TestShop } from "./app.ts";

/** How many wait for a row that another transaction has locked. */
export async function waitersIn({ db }: Pick<TestShop, "db">): Promise<number> {
  const text = `select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return (await db.run<{ count: number }>({ text, values: [] }))[0]!.count;
}

/** What somebody else is in the middle of: whoever wants a row that it has changed or locked waits for its end. */
export class OtherTransaction {
  private constructor(
    private readonly shop: TestShop,
    private readonly client: pg.Client,
  ) {}

  static async begin(shop: TestShop): Promise<OtherTransaction> {
    const client = new pg.Client({ connectionString: shop.databaseUrl });
    await client.connect();
    await client.query("begin");
    return new OtherTransaction(shop, client);
  }

  does = (text: string, ...values: unknown[]) => this.client.query(text, values);

  /** Until as many wait for a row, at least. */
  async isWaitedFor(count = 1): Promise<void> {
    try {
      await until(async () => (await waitersIn(this.shop)) >= count);
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  async commit(): Promise<void> {
    await this.client.query("commit");
    await this.end();
  }

  /** For good; what is not committed by then has not happened. */
  end = (): Promise<void> => this.client.end();
}
