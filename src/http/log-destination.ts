import pino from "pino";
import type { Config } from "../config.ts";
import { readableLine } from "./readable-log.ts";

// Log lines are written asynchronously and in batches under load. The rest is flushed at the end.
const WRITING = { sync: false, minLength: 8192, periodicFlush: 100 };

/** Whether the log is for people: in a terminal, unless the setting decides. */
export const isTextLog = ({ logFormat }: Pick<Config, "logFormat">): boolean =>
  logFormat === "text" || (logFormat === "auto" && process.stdout.isTTY === true);

/** Standard output: text in a terminal, JSON lines otherwise, unless the setting decides. */
export function logDestination(config: Pick<Config, "logFormat">): NodeJS.WritableStream {
  if (!isTextLog(config)) return pino.destination(WRITING) as unknown as NodeJS.WritableStream;
  const { stdout } = process;
  const hasColours = stdout.isTTY === true && !process.env["NO_COLOR"];
  const write = (line: string) => stdout.write(readableLine(line, { hasColours }));
  return { write } as unknown as NodeJS.WritableStream;
}
