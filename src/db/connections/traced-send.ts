import type pg from "pg";
import type { Tracing } from "../../kernel/tracing.ts";
import type { Sql } from "./batch.ts";

type Send = (client: pg.ClientBase, statements: readonly Sql[]) => Promise<Record<string, unknown>[][]>;

const MAX_NAME = 120;
const MAX_TEXT = 8_000;

/** One span for each message to PostgreSQL. Outside of recorded work, such as polling, there is none. */
export const tracedSend =
  (tracing: Tracing, send: Send): Send =>
  (client, statements) =>
    tracing.isRecording()
      ? tracing.inSpan(
          { name: summaryOf(statements), kind: "client", attributes: attributesOf(statements) },
          () => send(client, statements),
        )
      : send(client, statements);

/** The texts have parameters in place of values. */
const attributesOf = (statements: readonly Sql[]) => ({
  "db.system.name": "postgresql",
  "db.query.text": statements
    .map(({ text }) => text)
    .join(";\n")
    .slice(0, MAX_TEXT),
  ...(statements.length > 1 && { "db.operation.batch.size": statements.length }),
});

const summaryOf = (statements: readonly Sql[]): string =>
  statements
    .map(({ name, text }) => name ?? text.trimStart().split(/\s/, 1)[0]!.toLowerCase())
    .join(", ")
    .slice(0, MAX_NAME);
