import { execFileSync, type SpawnOptions, spawn } from "node:child_process";

const BRIDGE = "10.77.0.1";
const ETCD = "10.77.0.2";

const ip = (...words: string[]) => execFileSync("ip", words, { stdio: ["ignore", "ignore", "inherit"] });

/**
 * Addresses of their own for the servers of a cluster, in a network namespace that this process has for itself: see run.ts. What runs at
 * an address can be cut off from some of the others, as a machine whose switch fails.
 */
export class Network {
  readonly etcd = ETCD;
  private readonly members: string[] = [];

  constructor() {
    ip("link", "set", "lo", "up");
    ip("link", "add", "cluster", "type", "bridge");
    ip("addr", "add", `${BRIDGE}/24`, "dev", "cluster");
    ip("addr", "add", `${ETCD}/24`, "dev", "cluster");
    ip("link", "set", "cluster", "up");
  }

  /** A machine with an address. */
  add(name: string): string {
    const address = `10.77.0.${11 + this.members.length}`;
    this.members.push(name);
    ip("netns", "add", name);
    ip("link", "add", `${name}-out`, "type", "veth", "peer", "name", "eth0", "netns", name);
    ip("link", "set", `${name}-out`, "master", "cluster", "up");
    ip("-n", name, "link", "set", "lo", "up");
    ip("-n", name, "addr", "add", `${address}/24`, "dev", "eth0");
    ip("-n", name, "link", "set", "eth0", "up");
    return address;
  }

  /** No packet gets from the machine to these addresses, and nothing says so. */
  cutOff(name: string, addresses: readonly string[]): void {
    for (const address of addresses) ip("-n", name, "route", "add", "blackhole", `${address}/32`);
  }

  reconnect(name: string, addresses: readonly string[]): void {
    for (const address of addresses) ip("-n", name, "route", "del", "blackhole", `${address}/32`);
  }

  spawn(name: string, command: readonly string[], options: SpawnOptions) {
    return spawn("ip", ["netns", "exec", name, ...command], options);
  }

  remove(): void {
    for (const name of this.members) ip("netns", "del", name);
  }
}
