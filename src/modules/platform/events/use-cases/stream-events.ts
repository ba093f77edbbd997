import { Readable } from "node:stream";
import type { LogPosition } from "../../../../events/cursor-store.ts";
import type { EventFeed } from "../../../../events/event-feed.ts";
import type { FeedEvent } from "../../../../events/event-feed-store.ts";
import type { Granted, Permissions } from "../../../../kernel/permissions.ts";
import { redacted } from "../../../../kernel/redacted.ts";
import { Refusal } from "../../../../kernel/refusal.ts";

interface Limits {
  /** Open streams of this process. */
  most: number;
  /** Of one user, so that the others can open some. */
  mostPerUser: number;
  /** How often an idle stream sends something, so that proxies keep it open, in milliseconds. */
  heartbeat: number;
  /** A client that reads nothing for so long is disconnected, in milliseconds. */
  slowReader: number;
}

export interface StreamRequest {
  userId: string;
  /** The first message. */
  opening: string;
  position: LogPosition;
  isWanted: (event: { name: string; entity_id: string | null }) => boolean;
  /** What the caller may do by now; null when the session or the permission is gone. */
  check: () => Promise<Granted | null>;
  /** Cuts the connection. */
  disconnect: () => void;
  /** Calls the listener when the connection is closed, by whichever side. At once if it is closed already. */
  whenClosed: (listener: () => void) => void;
}

/** Whether the client takes what it is sent. */
interface Reader {
  waitingSince: number | null;
  takenAt: number;
}

/** A message, and when the client has room for the next one. */
function* taken(reader: Reader, message: string): Generator<string> {
  reader.waitingSince = Date.now();
  yield message;
  reader.waitingSince = null;
  reader.takenAt = Date.now();
}

// A caller who loses a permission gets no events of it after this time, in milliseconds. Not by the clock of the machine,
// which may be set.
const CHECKED_FOR = 1_000;

/** The open streams of a process. Each pulls the next message when its client has taken the last: nothing piles up. */
export class EventStreams {
  /** With the user of each. */
  private readonly open = new Map<AbortController, string>();
  private isClosing = false;

  constructor(
    private readonly feed: EventFeed,
    private readonly permissions: Permissions,
    private readonly limits: Limits,
  ) {}

  /** The messages as bytes. The caller sends them and destroys the stream when the client is gone. */
  start(request: StreamRequest): Readable {
    this.refuseTooMany(request.userId);
    const ending = new AbortController();
    this.open.set(ending, request.userId);
    this.feed.open();
    const reader: Reader = { waitingSince: null, takenAt: 0 };
    const watch = setInterval(() => {
      const { waitingSince } = reader;
      if (waitingSince !== null && Date.now() - waitingSince > this.limits.slowReader) request.disconnect();
    }, this.limits.slowReader / 4);
    const stream = Readable.from(this.messages(request, { reader, signal: ending.signal }), {
      objectMode: false,
    });
    // Not with the stream: it closes when its pending read ends, which is at the next heartbeat.
    request.whenClosed(() => {
      clearInterval(watch);
      ending.abort();
      if (this.open.delete(ending)) this.feed.close();
    });
    return stream;
  }

  private refuseTooMany(userId: string): void {
    const { most, mostPerUser } = this.limits;
    if (this.isClosing || this.open.size >= most) throw tooManyStreams(`This process has ${most}`);
    const own = [...this.open.values()].filter((each) => each === userId).length;
    if (own >= mostPerUser) throw tooManyStreams(`You have ${mostPerUser}`);
  }

  /** Clients open a stream again at another process, and go on after the last event that they got. */
  endAll(): void {
    this.isClosing = true;
    for (const ending of this.open.keys()) ending.abort();
  }

  private async *messages(
    { opening, position: start, isWanted, check }: StreamRequest,
    { reader, signal }: { reader: Reader; signal: AbortSignal },
  ): AsyncGenerator<string> {
    const { heartbeat } = this.limits;
    let position = start;
    let checkedAt = performance.now();
    let granted = await check();
    yield* taken(reader, opening);
    while (granted !== null) {
      const events = await this.feed.next(position, { ms: heartbeat, signal });
      if (signal.aborted) break;
      if (events.length === 0 || performance.now() - checkedAt > CHECKED_FOR) {
        granted = await check();
        checkedAt = performance.now();
      }
      for (const event of events) {
        position = event;
        if (isWanted(event) && this.permissions.maySeeEvent(granted ?? [], event.name))
          yield* taken(reader, messageOf(event));
      }
      if (Date.now() - reader.takenAt >= heartbeat) yield* taken(reader, ": still here\n\n");
    }
    yield endingOf(granted === null ? "logged_out" : "stopping");
  }
}

const tooManyStreams = (who: string) =>
  new Refusal("too_many_requests", `${who} event streams already: close one, or try again later`);

/** As in the list of events; the id is what a client resumes with. */
const messageOf = ({ tx: _tx, seq: _seq, ...event }: FeedEvent): string =>
  `id: ${event.id}\ndata: ${JSON.stringify({ ...event, data: redacted(event.data) })}\n\n`;

const endingOf = (reason: string) => `event: ended\ndata: ${JSON.stringify({ reason })}\n\n`;
