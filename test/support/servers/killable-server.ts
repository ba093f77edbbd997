import { Client } from "../clients/client.ts";
import { type Program, tradewind } from "./process.ts";
import { environmentOn, faultsOf, urlOf } from "./servers.ts";

/** One server process that can be killed and started again, on a database that stays. */
export class KillableServer {
  private up: Promise<string>;
  private program: Program;
  private answers = 0;
  private readonly listeners = new Set<() => void>();
  readonly faults: string[] = [];

  constructor(
    private readonly databaseUrl: string,
    private readonly environment: Record<string, string> = {},
  ) {
    this.program = this.start();
    this.up = urlOf(this.program);
  }

  /** A client of the process that runs now, or of the next one while none does. */
  async visitor(): Promise<Client> {
    return new Client(await this.up);
  }

  url = (): Promise<string> => this.up;

  /** One of its clients got an answer. */
  hasAnswered(): void {
    this.answers++;
    for (const listener of this.listeners) listener();
  }

  /** Resolves after so many more answers. */
  answered(count: number): Promise<void> {
    const goal = this.answers + count;
    return new Promise((resolve) => {
      const listener = () => {
        if (this.answers < goal) return;
        this.listeners.delete(listener);
        resolve();
      };
      this.listeners.add(listener);
    });
  }

  /** Like a power cut: no request is finished, no connection is closed in order. */
  async killAndRevive(): Promise<void> {
    this.program.process.kill("SIGKILL");
    const dead = this.program;
    this.up = (async () => {
      await dead.ended;
      this.faults.push(...faultsOf(dead));
      this.program = this.start();
      return urlOf(this.program);
    })();
    await this.up;
  }

  private start = (): Program =>
    tradewind(["start"], { ...environmentOn(this.databaseUrl), ...this.environment });

  async stop(): Promise<void> {
    await this.up;
    this.program.process.kill("SIGTERM");
    await this.program.ended;
    this.faults.push(...faultsOf(this.program));
  }
}
