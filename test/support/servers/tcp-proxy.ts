import net from "node:net";

interface Pair {
  inner: net.Socket;
  outer: net.Socket;
}

/** What is cut at a commit: the request on its way to PostgreSQL, or the answer on its way back. */
export type CommitCut = "request" | "answer";

// As named statements travel: the name of the statement in its Bind, and the tag of its CommandComplete.
const REQUEST = Buffer.from("\0commit\0");
const ANSWER = Buffer.from("COMMIT\0");

/** Where a PostgreSQL listens whose URL names a folder. */
export const socketOf = (databaseUrl: string) => ({
  path: `${new URL(databaseUrl).searchParams.get("host")}/.s.PGSQL.5432`,
});

/** A line between servers and PostgreSQL that a test can cut, or on which nothing arrives any more. */
export class TcpProxy {
  private readonly pairs = new Set<Pair>();
  private readonly server = net.createServer((inner) => this.join(inner));
  private isSilent = false;
  private trap: { what: CommitCut; words: Buffer; happen: (pair: Pair, bytes: Buffer) => void } | undefined;
  /** Refuses connections, as when PostgreSQL is gone. */
  isClosed = false;
  cuts = 0;

  /** The other end: a path of a socket, or a port. */
  constructor(private readonly target: net.NetConnectOpts) {}

  async open(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(port, "127.0.0.1", resolve));
  }

  get port(): number {
    return (this.server.address() as net.AddressInfo).port;
  }

  /** The same database, by this way. */
  urlOf(databaseUrl: string): string {
    const { username, pathname } = new URL(databaseUrl);
    return `postgres://${username}@127.0.0.1:${this.port}${pathname}?sslmode=disable`;
  }

  /** Ends all connections at once. */
  cut(): void {
    for (const pair of this.pairs) this.end(pair);
  }

  /** Ends the next connection on which a transaction is committed, at this moment of it. */
  cutNextCommit = (what: CommitCut): Promise<void> =>
    this.atNext({ what, words: what === "request" ? REQUEST : ANSWER }, (pair) => this.end(pair));

  /** Ends the connection on which an answer with these words is on its way. */
  cutNextAnswer = (words: string): Promise<void> =>
    this.atNext({ what: "answer", words: Buffer.from(words) }, (pair) => this.end(pair));

  /** The next commit and the rest of its connection never arrive, and the connection stays open. */
  holdNextCommit = (): Promise<void> => this.hold(REQUEST);

  /** The same of the next request with these words. */
  holdNextRequest = (words: string): Promise<void> => this.hold(Buffer.from(words));

  /**
   * The server loses its connection at the next commit, which is still under way: it reaches PostgreSQL with the call of
   * what is returned.
   */
  delayNextCommit(): Promise<() => void> {
    return new Promise((resolve) => {
      this.trap = {
        what: "request",
        words: REQUEST,
        happen: (pair, bytes) => {
          this.pairs.delete(pair);
          pair.inner.destroy();
          pair.outer.removeAllListeners("data").resume();
          resolve(() => pair.outer.end(bytes));
        },
      };
    });
  }

  private hold(words: Buffer): Promise<void> {
    return this.atNext({ what: "request", words }, ({ inner, outer }) => {
      inner.pause();
      outer.pause();
    });
  }

  spareCommits(): void {
    this.trap = undefined;
  }

  private atNext(
    { what, words }: { what: CommitCut; words: Buffer },
    happen: (pair: Pair) => void,
  ): Promise<void> {
    return new Promise((resolve) => {
      this.trap = {
        what,
        words,
        happen: (pair) => {
          happen(pair);
          resolve();
        },
      };
    });
  }

  /** No byte arrives in either direction, and no connection is refused; until `speak`. */
  fallSilent(): void {
    this.isSilent = true;
    for (const { inner, outer } of this.pairs) {
      inner.pause();
      outer.pause();
    }
  }

  /** What was under way arrives late. */
  speak(): void {
    this.isSilent = false;
    for (const { inner, outer } of this.pairs) {
      inner.resume();
      outer.resume();
    }
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private join(inner: net.Socket): void {
    if (this.isClosed) {
      inner.destroy();
      return;
    }
    const pair = { inner, outer: net.connect(this.target) };
    this.pairs.add(pair);
    for (const socket of [pair.inner, pair.outer]) {
      socket.setNoDelay(true);
      socket.on("error", () => this.end(pair));
      socket.on("close", () => this.end(pair));
    }
    pair.inner.on("data", (bytes) => this.pass(pair, "request", bytes));
    pair.outer.on("data", (bytes) => this.pass(pair, "answer", bytes));
    if (!this.isSilent) return;
    pair.inner.pause();
    pair.outer.pause();
  }

  private pass(pair: Pair, what: CommitCut, bytes: Buffer): void {
    if (this.trap?.what === what && bytes.includes(this.trap.words)) {
      const { happen } = this.trap;
      this.trap = undefined;
      happen(pair, bytes);
      return;
    }
    (what === "request" ? pair.outer : pair.inner).write(bytes);
  }

  private end(pair: Pair): void {
    if (!this.pairs.delete(pair)) return;
    this.cuts++;
    pair.inner.destroy();
    pair.outer.destroy();
  }
}
