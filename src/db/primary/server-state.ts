import pg from "pg";
import { socketOf } from "../connections/pg-protocol-adapter.ts";

/** What a server says about itself. */
export interface ServerState {
  isStandby: boolean;
  /** Not a standby, and its transactions are not read-only. */
  takesWrites: boolean;
  /** Grows with each promotion; null on a standby. */
  timeline: number | null;
}

/** The first eight digits of the name of a log file are the timeline. On a standby the function is an error. */
export const SERVER_STATE = `select pg_is_in_recovery() as "isStandby",
  not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as "takesWrites",
  case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`;

/** Asks one server, again and again, on a connection that it opens when it is needed. */
export class ServerProbe {
  private client: pg.Client | undefined;

  constructor(readonly url: string) {}

  /** Null when there is no answer in time. */
  async ask(ms: number): Promise<ServerState | null> {
    try {
      this.client ??= await this.connected(ms);
      const { rows } = await this.client.query<ServerState>(SERVER_STATE);
      return rows[0] ?? null;
    } catch {
      this.close();
      return null;
    }
  }

  /** Without a farewell: a frozen server would not answer it. */
  close(): void {
    const { client } = this;
    this.client = undefined;
    if (!client) return;
    client.end().catch(() => {});
    socketOf(client).destroy();
  }

  private async connected(ms: number): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: "tradewind primary",
      connectionTimeoutMillis: ms,
      query_timeout: ms,
    });
    client.on("error", () => {});
    await client.connect();
    return client;
  }
}
