import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { socketOf } from "../connections/pg-protocol-adapter.ts";
import { serversOf } from "./server-list.ts";
import { ServerProbe, type ServerState } from "./server-state.ts";

const WATCH_PAUSE = 1_000;
const ANSWER_TIMEOUT = 2_000;
/** After so long without an answer its connections are closed: requests get 503 instead of waiting for it. */
const LOST_AFTER = 4_000;

export interface PrimaryChange {
  from: string;
  to: string;
  timeline: number;
}

/**
 * Which server takes changes, where an address names several: one of them is the primary, and after a failover it is another
 * one (docs/adr/0051-several-database-servers.md). An address of one server, or of a proxy that knows the primary, is used as it is.
 */
export class Primary {
  readonly urls: readonly string[];
  readonly onChange = new Set<(change: PrimaryChange) => void>();
  /** False while none of the servers is known to take changes. */
  isKnown = true;
  changes = 0;
  private current: string;
  /** The latest that was seen: a server with an earlier one was replaced, and does not know it yet. */
  private timeline = 0;
  /** Where the open connections lead to. */
  private readonly clients = new Map<pg.Client, string>();
  private finding: Promise<boolean> | undefined;
  private probe: ServerProbe | undefined;
  private answeredAt = performance.now();
  private isLost = false;
  private readonly stopping = new AbortController();
  private watching: Promise<void> | undefined;

  constructor(address: string) {
    this.urls = serversOf(address);
    this.current = this.urls[0]!;
  }

  get url(): string {
    return this.current;
  }

  get isOneOfSeveral(): boolean {
    return this.urls.length > 1;
  }

  /** Asks all servers at once. True if one takes changes; it is used from now on. */
  find(): Promise<boolean> {
    this.finding ??= this.askAll().finally(() => {
      this.finding = undefined;
    });
    return this.finding;
  }

  /** Notices a failover while no request is made, and a server that is frozen. */
  watch(): void {
    if (this.isOneOfSeveral) this.watching ??= this.watchUntilClosed();
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.watching;
    this.probe?.close();
  }

  /** For a connection that is about to open. Throws if waiting for the server is in vain. */
  follow(client: pg.Client, url: string): void {
    if (!this.isOneOfSeveral) return;
    if (this.isLost) throw noPrimary();
    this.clients.set(client, url);
    client.once("end", () => this.clients.delete(client));
  }

  /**
   * For a new connection. A standby is accepted only while no server takes changes: it can be read from. One that was replaced
   * without its knowledge never is: its changes would be lost.
   */
  async check(state: ServerState): Promise<void> {
    if (!state.takesWrites && !state.isStandby) return;
    const isReplaced = state.takesWrites && state.timeline! < this.timeline;
    if (isReplaced) void this.find();
    if (isReplaced || (state.isStandby && (await this.find()))) throw noPrimary();
  }

  private async askAll(): Promise<boolean> {
    const found = await firstWriter(this.urls, this.timeline);
    this.isKnown = found !== null;
    if (found) this.use(found);
    return found !== null;
  }

  private use({ url, timeline }: Writer): void {
    const from = this.current;
    const isFirst = this.timeline === 0;
    this.timeline = timeline;
    this.answeredAt = performance.now();
    this.isLost = false;
    if (url === from) return;
    this.current = url;
    this.closeOthers();
    if (isFirst) return;
    this.changes++;
    for (const listener of this.onChange) listener({ from, to: url, timeline });
  }

  /** Their statements fail as on any connection that breaks: whether a commit happened is asked at the new primary. */
  private closeOthers(): void {
    for (const [client, url] of this.clients) if (url !== this.current || this.isLost) cut(client);
  }

  private async watchUntilClosed(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.look();
      await pause(WATCH_PAUSE, undefined, { signal }).catch(() => {});
    }
  }

  private async look(): Promise<void> {
    const { current } = this;
    if (this.probe?.url !== current) {
      this.probe?.close();
      this.probe = new ServerProbe(current);
    }
    const state = await this.probe.ask(ANSWER_TIMEOUT);
    if (state) this.answeredAt = performance.now();
    if (state?.takesWrites && state.timeline! >= this.timeline) {
      this.use({ url: current, timeline: state.timeline! });
      this.isKnown = true;
      return;
    }
    if (await this.find()) return;
    this.isLost = performance.now() - this.answeredAt > LOST_AFTER;
    if (this.isLost) this.closeOthers();
  }
}

interface Writer {
  url: string;
  timeline: number;
}

/** As soon as one answers that was promoted since; otherwise when all have answered, or their time is over. */
function firstWriter(urls: readonly string[], timeline: number): Promise<Writer | null> {
  return new Promise((resolve) => {
    let best: Writer | null = null;
    const all = urls.map(async (url) => {
      const probe = new ServerProbe(url);
      const state = await probe.ask(ANSWER_TIMEOUT);
      probe.close();
      if (!state?.takesWrites || state.timeline! < (best?.timeline ?? timeline)) return;
      best = { url, timeline: state.timeline! };
      if (best.timeline > timeline && timeline > 0) resolve(best);
    });
    void Promise.all(all).then(() => resolve(best));
  });
}

/** The address of the server that takes changes, for one use. Of none the first one, whose answer says what is wrong. */
export async function primaryUrlOf(address: string): Promise<string> {
  const primary = new Primary(address);
  if (primary.isOneOfSeveral) await primary.find();
  return primary.url;
}

const cut = (client: pg.Client) =>
  socketOf(client).destroy(
    Object.assign(new Error("the primary of the database is another server now"), { code: "ECONNRESET" }),
  );

const noPrimary = () =>
  Object.assign(new Error("this server of the database takes no changes"), { code: "ECONNREFUSED" });
