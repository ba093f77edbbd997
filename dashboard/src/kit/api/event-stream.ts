import type { Api } from "./api.ts";

interface Listener {
  /** Names of events, or patterns such as `order.*`. */
  names: readonly string[];
  /** The last event that was seen, if any: where the next stream goes on. */
  last: { current: string | undefined };
  onEvent(event: { name: string }): void;
  /** The log does not reach back to the last event any more: whatever is shown may be old. */
  onReset(): void;
}

async function listen(api: Api, { names, last, onEvent, onReset }: Listener, signal: AbortSignal) {
  for await (const message of api.events({ name: [...names], after: last.current, signal })) {
    last.current = message.id;
    if (message.type === "event") onEvent(message.event);
    else if (message.type === "reset") onReset();
  }
}

/** Listens to the events of the shop until the returned function is called, or the user may no longer read them. */
export function listenToEvents(api: Api, listener: Listener): () => void {
  const ending = new AbortController();
  listen(api, listener, ending.signal).catch(() => {});
  return () => ending.abort();
}
