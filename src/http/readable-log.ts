/** A line of the log as pino writes it. */
interface Entry {
  level: number;
  time: number;
  msg?: string;
  err?: { message?: string; stack?: string };
  [field: string]: unknown;
}

const WARN = 40;
const ERROR = 50;

const names: Record<number, string> = {
  10: "TRACE",
  20: "DEBUG",
  30: "INFO",
  [WARN]: "WARN",
  [ERROR]: "ERROR",
  60: "FATAL",
};

const RED = 31;
const YELLOW = 33;
const GREY = 90;

/** Text of others must not control the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
const harmless = (text: string) => text.replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, "�");

/** One line of JSON as text for people: `10:42:03.127 INFO  GET /store/products 200 in 3.1 ms`. */
export function readableLine(json: string, { hasColours }: { hasColours: boolean }): string {
  let entry: Entry;
  try {
    entry = JSON.parse(json);
  } catch {
    return json;
  }
  const coloured = (text: string, colour: number | undefined) =>
    hasColours && colour ? `\u001b[${colour}m${text}\u001b[0m` : text;
  const time = coloured(timeOf(entry), GREY);
  const level = coloured((names[entry.level] ?? String(entry.level)).padEnd(5), colourOf(entry.level));
  return `${time} ${level} ${harmless(textOf(entry))}\n`;
}

const timeOf = ({ time }: Entry) => {
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(11, 23);
};

const colourOf = (level: number) => (level >= ERROR ? RED : level >= WARN ? YELLOW : undefined);

function textOf({
  level,
  time: _time,
  msg,
  err,
  pid: _pid,
  hostname: _host,
  reqId,
  ...fields
}: Entry): string {
  const { method, route, status, ms, ...others } = fields;
  const isRequest = msg === "request" && method !== undefined;
  const said = isRequest ? `${method} ${route} ${status} in ${ms} ms` : (msg ?? "");
  const rest = { ...(isRequest ? others : fields), ...(level >= WARN && reqId ? { reqId } : {}) };
  const named = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const trace = err && (err.stack ?? err.message);
  return [said, ...named].filter(Boolean).join(" ") + (trace ? `\n${indented(trace)}` : "");
}

const indented = (text: string) => text.replaceAll(/^/gm, "    ");
