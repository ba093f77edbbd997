interface Listener {
  /** Names of events, or patterns such as `order.*`. */
  names: readonly string[];
  /** The last event that was seen, if any: where the next stream goes on. */
  last: { current: string | undefined };
  onEvent(event: { name: string }): void;
  /** The log does not reach back to the last event any more: whatever is shown may be old. */
  onReset(): void;
}

const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;

/**
 * Listens to the events of the shop until the returned function is called. A browser connects again by itself and says which
 * event it has got last; only after a refused request, as from a proxy without a server, it gives up. Then this tries again.
 */
export function listenToEvents(apiUrl: string, { names, last, onEvent, onReset }: Listener): () => void {
  let pause = FIRST_PAUSE;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource | undefined;
  const open = () => {
    const query = new URLSearchParams(names.map((name) => ["name[]", name]));
    if (last.current !== undefined) query.set("after", last.current);
    source = new EventSource(`${apiUrl}/admin/events/stream?${query}`, { withCredentials: true });
    source.addEventListener("ready", ({ lastEventId }) => {
      pause = FIRST_PAUSE;
      last.current = lastEventId;
    });
    source.addEventListener("reset", ({ lastEventId }) => {
      last.current = lastEventId;
      onReset();
    });
    source.addEventListener("message", ({ data, lastEventId }) => {
      last.current = lastEventId;
      onEvent(JSON.parse(data));
    });
    source.addEventListener("error", () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
