import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openDatabase } from "../../src/db/database.ts";
import { Primary } from "../../src/db/primary/primary.ts";
import { Client } from "../support/clients/client.ts";
import { KillablePostgres } from "../support/postgres/killable-postgres.ts";
import { isSignedBy, type Reaction } from "../support/services/webhook-receiver.ts";
import { FaultInjector } from "./fault-injector.ts";
import { startFleet } from "./fleet.ts";
import { type Scene, violationsIn } from "./invariants/index.ts";
import { Memory } from "./memory.ts";
import { Merchant } from "./merchant.ts";
import { Office } from "./office.ts";
import { openOutsideWorld } from "./outside-world.ts";
import { RandomSource } from "./random-source.ts";
import { settle, waitFor } from "./settle.ts";
import { Shopper } from "./shopper.ts";
import { fillShop } from "./stock.ts";
import { persistentClient, type World } from "./world.ts";

export interface SoakOptions {
  seed: number;
  /** How long things go on, in seconds, without the pauses in which they are looked at. */
  seconds: number;
  /** After so many seconds everything is looked at. */
  checkEvery: number;
  servers: number;
  shoppers: number;
  merchants: number;
  /** In milliseconds. */
  longestPause: number;
  /** Between two faults, in milliseconds. */
  betweenFaults: readonly [number, number];
  log?: (line: string) => void;
  /** Instead of one PostgreSQL that is killed and started again: a cluster, and what happens to it. */
  cluster?: { url: string; troubleOf(memory: Memory, log: (line: string) => void): Trouble };
}

/** What breaks things, and mends them. */
export interface Trouble {
  works(isOver: () => boolean, between: readonly [number, number]): Promise<void>;
  /** Everything is mended. */
  stops(): Promise<void>;
  /** Nothing is left to be broken. */
  isDone?(): boolean;
}

export interface SoakReport {
  seed: number;
  counts: Record<string, number>;
  violations: string[];
}

const ADMIN = { email: "admin@example.com", password: "correct horse battery" };

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** A shop in trouble: clients work on it while faults are injected, and in the end everything must be right. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-soak-"));
  chmodSync(folder, 0o711);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on("exit", remove);
  const closing: (() => Promise<void> | void)[] = [remove];
  try {
    return await soaked(options, { folder, onClose: (close) => closing.unshift(close) });
  } finally {
    for (const close of closing) await close();
  }
}

interface Setup {
  folder: string;
  onClose(close: () => Promise<void> | void): void;
}

async function soaked(options: SoakOptions, setup: Setup): Promise<SoakReport> {
  const { seed, log = () => {} } = options;
  const random = new RandomSource(seed);
  const memory = new Memory();
  const postgres = options.cluster ? null : await KillablePostgres.start({}, setup.folder);
  if (postgres) setup.onClose(() => postgres.stop());
  const primary = new Primary(options.cluster?.url ?? postgres!.url);
  await primary.find();
  primary.watch();
  setup.onClose(() => primary.close());
  const outside = await openOutsideWorld();
  setup.onClose(() => outside.close());
  const ports = await Promise.all(Array.from({ length: options.servers }, freePort));
  const servers = await startFleet({
    ports,
    postgres: postgres ?? options.cluster!,
    environment: environmentOf(outside.environment, setup.folder),
  });
  setup.onClose(async () => void (await Promise.all(servers.map((server) => server.stop()))));
  const db = openDatabase({ url: primary, poolSize: 2 });
  setup.onClose(() => db.close());

  const first = new Client(servers[0]!.url);
  await first.post("/admin/auth", ADMIN);
  const cards = Math.min(500, 20 + Math.ceil(options.seconds / 5));
  const stock = await fillShop(first, { hookUrl: outside.receiver.url, cards });
  const { body } = await first.post("/admin/auth/token", ADMIN);
  const adminHeaders = { authorization: `Bearer ${body.access_token}` };
  const arrived = new Set<string>();
  outside.receiver.react = (message) => {
    if (!isSignedBy(stock.webhookSecret, message))
      memory.violation(`a message was signed wrongly: ${message.raw}`);
    const reaction = unreliably(random);
    if (reaction === 200) arrived.add(message.event.id);
    return reaction;
  };
  const scene: Scene = { db, memory, stock, outside, servers, arrived, adminHeaders };
  log(`seed ${seed}: ${servers.length} servers are ready`);

  let isDone = () => false;
  const time = { round: 0, end: performance.now() + options.seconds * 1000 };
  const isOver = () => performance.now() > time.round || isDone();
  // Everybody gets an answer in the end.
  const isGivenUp = () => performance.now() > time.round + 120_000;
  const visitor = persistentClient(servers, random, { memory, isGivenUp });
  const world: World = { memory, servers, stock, visitor, admin: visitor.as(adminHeaders), isOver };
  const { longestPause, betweenFaults } = options;
  const faultInjector: Trouble =
    options.cluster?.troubleOf(memory, log) ??
    new FaultInjector({ servers, postgres: postgres!, outside, memory, longestPause }, random.child());
  isDone = () => faultInjector.isDone?.() ?? false;
  const office = new Office(world, random.child(), adminHeaders);
  let number = 0;
  const shop = () => new Shopper(world, random.child(), ++number).shops();
  while (performance.now() < time.end && !isDone()) {
    time.round = Math.min(time.end, performance.now() + options.checkEvery * 1000);
    const clients = [
      ...times(options.shoppers, () => repeat(isOver, shop)),
      ...times(options.merchants, () => repeat(isOver, () => new Merchant(world, random.child()).works())),
      repeat(isOver, () => office.works()),
    ];
    await faultInjector.works(isOver, betweenFaults);
    await faultInjector.stops();
    await waitFor(db, clients);
    log(`${memory.counts.get("requests")} requests, ${memory.orders.size} orders`);
    await check(scene, log);
  }
  return { seed, counts: Object.fromEntries(memory.counts), violations: memory.violations };
}

async function check(scene: Scene, log: (line: string) => void): Promise<void> {
  const began = performance.now();
  const problems = [...(await settle(scene.db)), ...(await violationsIn(scene))];
  for (const problem of problems) {
    log(problem);
    scene.memory.violation(problem);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  log(`looked at everything in ${seconds} s: ${scene.memory.violations.length} violations`);
}

const environmentOf = (outside: Record<string, string>, folder: string): Record<string, string> => ({
  ...outside,
  LOG_LEVEL: "error",
  TRADEWIND_JWT_SECRET: "a secret of the soak, long enough for anyone",
  TRADEWIND_ADMIN_EMAIL: ADMIN.email,
  TRADEWIND_ADMIN_PASSWORD: ADMIN.password,
  TRADEWIND_DATA_DIR: join(folder, "files"),
  TRADEWIND_DATABASE_TIMEOUT: "9000",
  TRADEWIND_POOL_SIZE: "8",
  // Used-up codes count as failures here.
  TRADEWIND_FAILURES_PER_ADDRESS: "1000000",
  TRADEWIND_FAILURES_PER_ACCOUNT: "1000000",
});

/** Fails two times of ten, in the ways that receivers fail. */
function unreliably(random: RandomSource): Reaction {
  const chance = random.next();
  if (chance < 0.12) return 500;
  return chance < 0.2 ? (response) => void response.destroy() : 200;
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

async function repeat(isOver: () => boolean, work: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    await work();
    await delay(5);
  }
}
