import { Readable } from "node:stream";
import type { LogPosition } from "../../../../events/cursor-store.ts";
import type { EventFeed } from "../../../../events/event-feed.ts";
import type { FeedEvent } from "../../../../events/event-feed-store.ts";
import { maySeeEvent } from "../../../../kernel/event-areas.ts";
import type { Granted } from "../../../../kernel/permissions.ts";
import { redacted } from "../../../../kernel/redacted.ts";
import { Refusal } from "../../../../kernel/refusal.ts";

interface Limits {
  /** Open streams of this process. */
  most: number;
  /** How often an idle stream sends something, so that proxies keep it open, in milliseconds. */
  heartbeat: number;
  /** A client that reads nothing for so long is disconnected, in milliseconds. */
  slowReader: number;
}

export interface StreamRequest {
  /** The first message. */
  opening: string;
  position: LogPosition;
  isWanted: (event: { name: string; entity_id: string | null }) => boolean;
  /** What the caller may do by now; null when the session or the permission is gone. */
  check: () => Promise<Granted | null>;
  /** Cuts the connection. */
  disconnect: () => void;
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

// A caller who loses a permission gets no events of it after this time, in milliseconds.
const CHECKED_FOR = 1_000;

/** The open streams of a process. Each pulls the next message when its client has taken the last: nothing piles up. */
export class EventStreams {
  private readonly open = new Set<AbortController>();
  private isClosing = false;

  constructor(
    private readonly feed: EventFeed,
    private readonly limits: Limits,
  ) {}

  /** The messages as bytes. The caller sends them and destroys the stream when the client is gone. */
  start(request: StreamRequest): Readable {
    if (this.isClosing || this.open.size >= this.limits.most) throw tooManyStreams(this.limits.most);
    const ending = new AbortController();
    this.open.add(ending);
    this.feed.open();
    const reader: Reader = { waitingSince: null, takenAt: 0 };
    const watch = setInterval(() => {
      const { waitingSince } = reader;
      if (waitingSince !== null && Date.now() - waitingSince > this.limits.slowReader) request.disconnect();
    }, this.limits.slowReader / 4);
    const stream = Readable.from(this.messages(request, { reader, signal: ending.signal }), {
      objectMode: false,
    });
    stream.once("close", () => {
      clearInterval(watch);
      ending.abort();
      this.open.delete(ending);
      this.feed.close();
    });
    return stream;
  }

  /** Clients open a stream again at another process, and go on after the last event that they got. */
  endAll(): void {
    this.isClosing = true;
    for (const ending of this.open) ending.abort();
  }

  private async *messages(
    { opening, position: start, isWanted, check }: StreamRequest,
    { reader, signal }: { reader: Reader; signal: AbortSignal },
  ): AsyncGenerator<string> {
    const { heartbeat } = this.limits;
    let position = start;
    let checkedAt = Date.now();
    let granted = await check();
    yield* taken(reader, opening);
    while (granted !== null) {
      const events = await this.feed.next(position, { ms: heartbeat, signal });
      if (signal.aborted) break;
      if (events.length === 0 || Date.now() - checkedAt > CHECKED_FOR) {
        granted = await check();
        checkedAt = Date.now();
      }
      for (const event of events) {
        position = event;
        if (isWanted(event) && maySeeEvent(granted ?? [], event.name)) yield* taken(reader, messageOf(event));
      }
      if (Date.now() - reader.takenAt >= heartbeat) yield* taken(reader, ": still here\n\n");
    }
    yield endingOf(granted === null ? "logged_out" : "stopping");
  }
}

const tooManyStreams = (most: number) =>
  new Refusal("too_many_requests", `This process has ${most} event streams already: try again later`);

/** As in the list of events; the id is what a client resumes with. */
const messageOf = ({ tx: _tx, seq: _seq, ...event }: FeedEvent): string =>
  `id: ${event.id}\ndata: ${JSON.stringify({ ...event, data: redacted(event.data) })}\n\n`;

const endingOf = (reason: string) => `event: ended\ndata: ${JSON.stringify({ reason })}\n\n`;
