import { hostname } from "node:os";
import { format } from "node:util";

/** Numbers of pino, which writes the rest of the log. */
const INFO = 30;
const WARN = 40;
const ERROR = 50;
const FATAL = 60;

// Standard output, as the rest of the log. Unlike the stream itself it ignores a reader that is gone.
const print = console.log;

/** One line of the log. */
interface Line {
  level: number;
  msg: string;
  fields?: Record<string, unknown>;
}

const writeLine = ({ level, msg, fields }: Line) =>
  print(JSON.stringify({ level, time: Date.now(), pid: process.pid, hostname: hostname(), ...fields, msg }));

/** Writes facts as fields of one line. */
export const writeFacts = (msg: string, fields: Record<string, unknown>) =>
  writeLine({ level: INFO, msg, fields });

/**
 * For a process whose log is JSON: from now on everything that it prints is a JSON object on a line, also what plugins and Node
 * print, and the reason of a crash. A log system would take other lines for broken ones.
 */
export function printJsonLines(): void {
  const printing =
    (level: number) =>
    (...words: unknown[]) =>
      writeLine({ level, ...messageOf(words) });
  console.log = console.info = console.debug = printing(INFO);
  console.warn = printing(WARN);
  console.error = console.trace = printing(ERROR);
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) => writeLine({ level: WARN, msg: `${name}: ${message}` }));
  process.on("uncaughtException", (error) => {
    writeLine({ level: FATAL, ...messageOf([error]) });
    process.exit(1);
  });
}

/** As pino writes errors: with `err`. */
function messageOf(words: unknown[]): Omit<Line, "level"> {
  const error = words.find((word) => word instanceof Error);
  const text = error && words.length === 1 ? error.message : format(...words);
  // Columns are for people.
  const msg = text
    .trim()
    .replace(/^tradewind: /, "")
    .replaceAll(/ {2,}/g, " ");
  if (!error) return { msg };
  const { name: type, message, stack } = error;
  return { msg, fields: { err: { type, message, stack } } };
}
