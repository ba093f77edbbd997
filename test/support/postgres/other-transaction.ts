import pg from "pg";
import type { TestShop } from "../fixtures/shop.ts";
import { until } from "../time/until.ts";

/** How many wait for a row that another transaction has locked. */
export async function waitersIn({ db }: Pick<TestShop, "db">): Promise<number> {
  const text = `select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return (await db.run<{ count: number }>({ text, values: [] }))[0]!.count;
}

type Place = Pick<TestShop, "db" | "databaseUrl">;

/** An open transaction of another client: requests that need its rows wait for its end. */
export class OtherTransaction {
  private constructor(
    private readonly shop: Place,
    private readonly client: pg.Client,
  ) {}

  static async begin(shop: Place): Promise<OtherTransaction> {
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

  /** Ends the connection; an uncommitted transaction is rolled back. */
  end = (): Promise<void> => this.client.end();
}
