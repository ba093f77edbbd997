import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedDatabase, openEmbedded } from "../../../src/db/embedded/index.ts";
import { socketOf } from "../servers/tcp-proxy.ts";

/** A separate PostgreSQL, durable by default, that can be killed and started again. */
export class KillablePostgres {
  private constructor(
    private readonly folder: string,
    private readonly settings: Record<string, string>,
    private database: EmbeddedDatabase,
  ) {}

  static async start(
    settings: Record<string, string> = {},
    parent: string = tmpdir(),
  ): Promise<KillablePostgres> {
    mkdirSync(parent, { recursive: true });
    const folder = mkdtempSync(join(parent, "tradewind-postgres-"));
    // As root, PostgreSQL runs as another user, who must be able to pass through.
    chmodSync(folder, 0o711);
    return new KillablePostgres(folder, settings, await opened(folder, settings));
  }

  /** By its socket. It stays the same over a restart. */
  get url(): string {
    return this.database.url;
  }

  /** Where a proxy connects to. */
  get socket(): { path: string } {
    return socketOf(this.url);
  }

  /** Like a power cut: unwritten data is lost, and no connection is closed in order. */
  async kill(): Promise<void> {
    const dead = new Promise<void>((resolve) => this.database.onUnexpectedExit(() => resolve()));
    process.kill(this.pid(), "SIGKILL");
    await dead;
  }

  /** One of its processes: PostgreSQL ends all connections, recovers, and goes on. */
  killBackend(): void {
    const lines = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(this.pid())]).toString();
    const backend = lines.split("\n").find((line) => /tradewind tradewind (127|\[local)/.test(line));
    if (backend) process.kill(Number(backend.trim().split(/\s+/)[0]), "SIGKILL");
  }

  async revive(): Promise<void> {
    this.database = await opened(this.folder, this.settings);
  }

  /** Keeps the files as they are now: see `setBack`. */
  async saveFiles(): Promise<void> {
    await this.database.stop();
    this.copy("postgres", "saved");
    await this.revive();
  }

  /** All that happened since is undone, as by a recovery to an earlier time. */
  async setBack(): Promise<void> {
    await this.database.stop();
    this.copy("saved", "postgres");
    await this.revive();
  }

  private copy(from: string, to: string): void {
    rmSync(join(this.folder, to), { recursive: true, force: true });
    execFileSync("cp", ["-a", join(this.folder, from), join(this.folder, to)]);
  }

  async stop(): Promise<void> {
    await this.database.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private pid(): number {
    return Number(readFileSync(join(this.folder, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  }
}

const opened = (dataDir: string, settings: Record<string, string>) =>
  openEmbedded({ dataDir, role: "server", settings });
