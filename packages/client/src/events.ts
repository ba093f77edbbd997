import { ApiError } from "./api-error.ts";
import { pause } from "./send.ts";
import { messagesOf } from "./server-sent-events.ts";
import type { DataOf, Operation } from "./types.ts";

/** An event as `GET /admin/events` lists it. */
export type ShopEvent = DataOf<Operation<"/admin/events", "get">>["events"][number];

/**
 * `ready`: the stream begins. `event`: an event of the shop. `reset`: the log does not reach back to the last event any more, so
 * whatever was read before may be old. With `id` as `after`, a later stream goes on.
 */
export type StreamMessage =
  | { type: "ready" | "reset"; id: string | undefined }
  | { type: "event"; id: string; event: ShopEvent };

export interface StreamOptions {
  /** Names of events, or patterns such as `order.*`. All events without it. */
  name?: string | string[] | undefined;
  /** Only events of this entity. */
  entity_id?: string | undefined;
  /** The id of the last event that the caller has. */
  after?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Opens the stream behind the event with this id. */
type Open = (after: string | undefined) => Promise<NonNullable<Response["body"]>>;

const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;

/** A refusal that the next attempt gets too. 429: other streams are open, which may close. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Opens the stream, and again behind the last event when it breaks. Ends when the signal is aborted. */
export async function* eventsOf(
  open: Open,
  { after, signal = new AbortController().signal }: StreamOptions,
): AsyncGenerator<StreamMessage, void, undefined> {
  let last = after;
  let wait = FIRST_PAUSE;
  while (!signal.aborted) {
    try {
      for await (const { id, event, data } of messagesOf(await open(last))) {
        wait = FIRST_PAUSE;
        last = id ?? last;
        if (event === "ready" || event === "reset") yield { type: event, id: last };
        else if (event === "message" && id !== undefined)
          yield { type: "event", id, event: JSON.parse(data) };
      }
    } catch (error) {
      if (!signal.aborted && isFinal(error)) throw error;
    }
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_PAUSE);
  }
}
