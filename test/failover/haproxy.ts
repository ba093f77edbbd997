import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type PatroniCluster, PORT, REST } from "./patroni-cluster.ts";

const OWN_PORT = 5000;

/** HAProxy of Debian in front of the cluster, as docs/guides/high-availability.md has it: one address, which leads to the primary. */
export class HaProxy {
  private process: ChildProcess | undefined;

  constructor(
    private readonly folder: string,
    private readonly cluster: PatroniCluster,
  ) {}

  readonly url = `postgres://postgres@127.0.0.1:${OWN_PORT}/shop?sslmode=disable`;

  async start(): Promise<void> {
    const file = join(this.folder, "haproxy.cfg");
    writeFileSync(file, this.config());
    this.process = spawn("/usr/sbin/haproxy", ["-f", file, "-db"], { stdio: "ignore" });
  }

  stop(): void {
    this.process?.kill("SIGKILL");
  }

  private config(): string {
    const servers = this.cluster.nodes.map(
      ({ name, address }) => `  server ${name} ${address}:${PORT} check port ${REST}`,
    );
    return `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen shop
  bind 127.0.0.1:${OWN_PORT}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join("\n")}
`;
  }
}
