export interface Message {
  id: string | undefined;
  event: string;
  data: string;
}

/** The server sends a line every 15 seconds. After this time without one the connection is dead, in milliseconds. */
const SILENT_FOR = 60_000;

/** The messages of a stream of server-sent events. The connection is closed when the caller reads no further. */
export async function* messagesOf(
  stream: NonNullable<Response["body"]>,
): AsyncGenerator<Message, void, undefined> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const timer = setTimeout(() => void reader.cancel(), SILENT_FOR);
      const { value, done } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      const parts = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = parts.pop()!;
      for (const part of parts) yield messageIn(part);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Lines that begin with a colon are comments. */
function messageIn(part: string): Message {
  const fields = part.split(/\r?\n/).map((line) => /^(\w+): ?(.*)$/.exec(line) ?? []);
  const valuesOf = (name: string) => fields.filter((field) => field[1] === name).map((field) => field[2]!);
  return {
    id: valuesOf("id")[0],
    event: valuesOf("event")[0] ?? "message",
    data: valuesOf("data").join("\n"),
  };
}
