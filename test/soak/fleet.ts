import { setTimeout as delay } from "node:timers/promises";
import { type Program, tradewind } from "../support/servers/process.ts";
import { TcpProxy } from "../support/servers/tcp-proxy.ts";
import { ShiftedClock } from "../support/time/shifted-clock.ts";

/** How a process came to its end that nobody has killed. */
export interface Accident {
  server: string;
  code: number | string;
  lastWords: string;
}

const alive = new Set<Program>();
// Nothing is left behind, however this process ends.
process.on("exit", () => {
  for (const program of alive) program.process.kill("SIGKILL");
});

/** One server process: it is started again whenever it ends, as a supervisor would. */
export class SoakServer {
  readonly clock = new ShiftedClock();
  readonly accidents: Accident[] = [];
  private program: Program | undefined;
  private running: Promise<void> | undefined;
  private isStopping = false;
  private isKilled = false;
  isPaused = false;
  /** Until when nobody asks it, as a load balancer does with one that did not answer. */
  avoidedUntil = 0;
  starts = 0;

  constructor(
    readonly name: string,
    readonly port: number,
    private readonly options: {
      /** Between the server and its database; null if the address of the database has several servers. */
      proxy: TcpProxy | null;
      databaseUrl: string;
      environment: Record<string, string>;
    },
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get proxy(): TcpProxy {
    if (!this.options.proxy) throw new Error("nothing is between the server and its database");
    return this.options.proxy;
  }

  async start(): Promise<void> {
    this.running = this.keepRunning();
    while (!(await isReady(this.url))) {
      if (this.accidents.length > 0) throw new Error(this.accidents[0]!.lastWords);
      await delay(50);
    }
  }

  kill(): void {
    this.isKilled = true;
    this.program?.process.kill("SIGKILL");
  }

  async pause(ms: number): Promise<void> {
    const { program } = this;
    this.isPaused = true;
    program?.process.kill("SIGSTOP");
    await delay(ms);
    program?.process.kill("SIGCONT");
    this.isPaused = false;
  }

  async setClock(milliseconds: number): Promise<void> {
    // One that is just being started would not know the signal yet.
    if (this.program?.output().includes("Tradewind is ready"))
      await this.clock.set(this.program, milliseconds);
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.program?.process.kill("SIGTERM");
    await Promise.race([this.running, delay(10_000)]);
    this.program?.process.kill("SIGKILL");
    await this.running;
    this.clock.remove();
    await this.options.proxy?.close();
  }

  private async keepRunning(): Promise<void> {
    while (!this.isStopping) {
      this.isKilled = false;
      this.starts++;
      this.program = tradewind(["start"], {
        ...this.options.environment,
        ...this.clock.environment,
        DATABASE_URL: this.options.proxy?.urlOf(this.options.databaseUrl) ?? this.options.databaseUrl,
        PORT: String(this.port),
      });
      alive.add(this.program);
      const code = await this.program.ended;
      alive.delete(this.program);
      if (!this.isKilled && !this.isStopping) this.note(code, this.program.output());
      await delay(200);
    }
  }

  /** One that finds no database at its start says so and ends, which is no accident. */
  private note(code: number | string, output: string): void {
    const isStart = code === 1 && !output.includes("Tradewind is ready");
    if (!isStart) this.accidents.push({ server: this.name, code, lastWords: output.slice(-3_000) });
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/ready`, { signal: AbortSignal.timeout(2_000) })
    .then(({ status }) => status === 200)
    .catch(() => false);

export interface FleetOptions {
  ports: readonly number[];
  /** The socket: where proxies connect to. */
  postgres: { url: string; socket?: { path: string } };
  environment: Record<string, string>;
}

export async function startFleet({ ports, postgres, environment }: FleetOptions): Promise<SoakServer[]> {
  const servers = await Promise.all(
    ports.map(async (port, index) => {
      const proxy = postgres.socket ? new TcpProxy(postgres.socket) : null;
      await proxy?.open();
      return new SoakServer(`server ${index + 1}`, port, { proxy, databaseUrl: postgres.url, environment });
    }),
  );
  await Promise.all(servers.map((server) => server.start()));
  return servers;
}
