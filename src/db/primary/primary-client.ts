import pg from "pg";
import type { Primary } from "./primary.ts";

type Connected = (error: Error) => void;

/** Connections that lead to whichever server is the primary at the moment at which they are opened. */
export function clientOf(primary: Primary): typeof pg.Client {
  return class PrimaryClient extends pg.Client {
    private readonly url: string;

    constructor(config: pg.ClientConfig) {
      const { url } = primary;
      super({ ...config, connectionString: url });
      this.url = url;
    }

    override connect(): Promise<never>;
    override connect(connected: Connected): void;
    override connect(connected?: Connected): Promise<never> | undefined {
      try {
        primary.follow(this, this.url);
      } catch (error) {
        if (!connected) return Promise.reject(error);
        process.nextTick(connected, error);
        return undefined;
      }
      return connected ? void super.connect(connected) : (super.connect() as Promise<never>);
    }
  } as typeof pg.Client;
}
