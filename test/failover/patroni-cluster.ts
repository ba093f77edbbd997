import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Network } from "./network.ts";

const BIN = "/usr/lib/postgresql/15/bin";
export const PORT = 5432;
export const REST = 8008;
/** Of each server. It has the log of half a day. */
const DISK = "3g";
const ETCD = 2379;

/** `none`: standbys follow asynchronously. */
export type Synchronous = "one" | "none";

interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

interface Node {
  name: string;
  address: string;
  folder: string;
  patroni: ChildProcess | undefined;
}

const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"]).toString());

/** PostgreSQL 15 of Debian on three addresses, led by Patroni, with etcd. */
export class PatroniCluster {
  readonly nodes: Node[];
  private etcd: ChildProcess | undefined;
  private readonly uid = idOf("-u");
  private readonly gid = idOf("-g");

  constructor(
    private readonly folder: string,
    private readonly network: Network,
    private readonly synchronous: Synchronous,
  ) {
    this.nodes = ["db1", "db2", "db3"].map((name) => ({
      name,
      address: network.add(name),
      folder: join(folder, name),
      patroni: undefined,
    }));
  }

  /** As an operator would write it. */
  get url(): string {
    const hosts = this.nodes.map(({ address }) => `${address}:${PORT}`).join(",");
    return `postgres://postgres@${hosts}/shop?sslmode=disable&target_session_attrs=read-write`;
  }

  async start(): Promise<void> {
    const at = `http://${this.network.etcd}`;
    mkdirSync(join(this.folder, "etcd"), { mode: 0o700 });
    this.etcd = spawn(
      "etcd",
      [
        ...["--data-dir", join(this.folder, "etcd"), "--log-level", "error", "--enable-v2"],
        ...["--listen-client-urls", `${at}:${ETCD}`, "--advertise-client-urls", `${at}:${ETCD}`],
        ...["--listen-peer-urls", `${at}:2380`, "--initial-advertise-peer-urls", `${at}:2380`],
        ...["--initial-cluster", `default=${at}:2380`],
      ],
      { stdio: "ignore" },
    );
    for (const node of this.nodes) {
      mkdirSync(node.folder);
      // A disk of its own, which can become full.
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}`, "tmpfs", node.folder]);
      chownSync(node.folder, this.uid, this.gid);
      writeFileSync(join(node.folder, "patroni.json"), JSON.stringify(this.configOf(node)));
      this.startPatroni(node);
    }
    await this.untilWhole();
    execFileSync(`${BIN}/createdb`, ["-h", (await this.primary()).address, "-U", "postgres", "shop"]);
  }

  startPatroni(node: Node): void {
    const command = ["setpriv", `--reuid=${this.uid}`, `--regid=${this.gid}`, "--clear-groups"];
    const log = join(node.folder, "patroni.log");
    node.patroni = this.network.spawn(
      node.name,
      [...command, "sh", "-c", 'exec patroni "$1" >>"$2" 2>&1', "sh", join(node.folder, "patroni.json"), log],
      { stdio: "ignore", cwd: node.folder },
    );
  }

  /** A leader that takes changes, and two others that follow it; one of them synchronously. */
  untilWhole = (): Promise<void> => this.until("the cluster is not whole", () => this.isWhole());

  untilLedByOther = (node: Node): Promise<void> =>
    this.until(`${node.name} is still the primary`, async () => {
      const leader = (await this.members()).find(({ role }) => role === "leader");
      return leader !== undefined && leader.name !== node.name;
    });

  private async until(problem: string, isSo: () => Promise<boolean>, seconds = 180): Promise<void> {
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      if (await isSo()) return;
      await delay(200);
    }
    throw new Error(`${problem}: ${JSON.stringify(await this.members())}`);
  }

  private async isWhole(): Promise<boolean> {
    const members = await this.members();
    const leader = members.find(({ role }) => role === "leader");
    const following = members.filter(
      ({ role, state, timeline }) =>
        role !== "leader" && ["running", "streaming"].includes(state) && timeline === leader?.timeline,
    );
    const isSynchronous = this.synchronous === "none" || members.some(({ role }) => role === "sync_standby");
    return leader?.state === "running" && following.length === 2 && isSynchronous;
  }

  /** As the first member that answers sees it. */
  async members(): Promise<Member[]> {
    for (const { address } of this.nodes) {
      const answer = await fetch(`http://${address}:${REST}/cluster`, { signal: AbortSignal.timeout(1_000) })
        .then((response) => response.json() as Promise<{ members: Member[] }>)
        .catch(() => null);
      if (answer?.members) return answer.members;
    }
    return [];
  }

  async primary(): Promise<Node> {
    const leader = (await this.members()).find(({ role }) => role === "leader");
    const node = this.nodes.find(({ name }) => name === leader?.name);
    if (!node) throw new Error("the cluster has no primary");
    return node;
  }

  others = (node: Node): Node[] => this.nodes.filter((each) => each !== node);

  private postmasterOf(node: Node): number {
    return Number(readFileSync(join(node.folder, "data", "postmaster.pid"), "utf8").split("\n")[0]);
  }

  /** Patroni sees that its server is gone, and gives up the lead. */
  killPostgres(node: Node): void {
    process.kill(this.postmasterOf(node), "SIGKILL");
  }

  /** Its connections stay open, and nothing answers. Patroni goes on: without it nothing could demote the server when it wakes up. */
  signalPostgres(node: Node, signal: "SIGSTOP" | "SIGCONT"): void {
    const postmaster = this.postmasterOf(node);
    const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(postmaster)]).toString();
    for (const pid of [postmaster, ...numbersIn(children)]) send(pid, signal);
  }

  /** The machine is gone. */
  killAll(node: Node): void {
    for (const pid of numbersIn(execFileSync("ip", ["netns", "pids", node.name]).toString()))
      send(pid, "SIGKILL");
  }

  /** The shop still reaches it; the other members and etcd do not. */
  isolate(node: Node): void {
    this.network.cutOff(node.name, this.othersSeenBy(node));
  }

  rejoin(node: Node): void {
    this.network.reconnect(node.name, this.othersSeenBy(node));
  }

  fillDisk(node: Node): void {
    const filler = openSync(join(node.folder, "filler"), "w");
    try {
      for (const zeros = Buffer.alloc(64 * 1024); ; ) writeSync(filler, zeros);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    } finally {
      closeSync(filler);
    }
  }

  /** Its server ends when it needs a new file of the log. */
  writeUntilLedByOther(node: Node): Promise<void> {
    return this.until(`${node.name} still leads, with a full disk`, async () => {
      const words = ["-h", node.address, "-U", "postgres", "-c", "select pg_switch_wal(), txid_current()"];
      spawnSync(`${BIN}/psql`, words, { stdio: "ignore", timeout: 2_000 });
      const leader = (await this.members()).find(({ role }) => role === "leader");
      return leader !== undefined && leader.name !== node.name;
    });
  }

  emptyDisk(node: Node): void {
    rmSync(join(node.folder, "filler"));
    if (node.patroni?.exitCode !== null || node.patroni.signalCode !== null) this.startPatroni(node);
  }

  private othersSeenBy = (node: Node) => [
    this.network.etcd,
    ...this.others(node).map(({ address }) => address),
  ];

  async stop(): Promise<void> {
    for (const node of this.nodes) this.killAll(node);
    this.etcd?.kill("SIGKILL");
    await delay(500);
    for (const { folder } of this.nodes) spawnSync("umount", [folder]);
    this.network.remove();
  }

  private configOf({ name, address, folder }: Node) {
    chmodSync(folder, 0o750);
    return {
      scope: "shop",
      name,
      restapi: { listen: `${address}:${REST}`, connect_address: `${address}:${REST}` },
      // Not etcd3: Patroni 3.0 may keep an outdated view of the cluster after its server was frozen, and go on as the leader.
      etcd: { host: `${this.network.etcd}:${ETCD}` },
      bootstrap: {
        dcs: {
          ttl: 20,
          loop_wait: 2,
          retry_timeout: 3,
          // A primary that crashed is not started again where it was: another one takes over at once.
          primary_start_timeout: 0,
          synchronous_mode: this.synchronous === "one",
          postgresql: { use_pg_rewind: true, use_slots: true, parameters: PARAMETERS },
        },
        initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
      },
      postgresql: {
        listen: `${address}:${PORT}`,
        connect_address: `${address}:${PORT}`,
        data_dir: join(folder, "data"),
        bin_dir: BIN,
        pgpass: join(folder, "pgpass"),
        authentication: { superuser: { username: "postgres" }, replication: { username: "postgres" } },
        parameters: { unix_socket_directories: folder },
        pg_hba: [
          "local all all trust",
          "host all all 10.77.0.0/24 trust",
          "host replication all 10.77.0.0/24 trust",
        ],
      },
    };
  }
}

const numbersIn = (text: string) => text.split(/\s+/).filter(Boolean).map(Number);

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended.
  }
}

const PARAMETERS = {
  max_connections: 100,
  shared_buffers: "128MB",
  wal_keep_size: "512MB",
  // The machine of the test has few cores; a checkpoint at a promotion is not to wait for them.
  checkpoint_timeout: "5min",
  hot_standby_feedback: "on",
};
