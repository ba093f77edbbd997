import type { Socket } from "node:net";
import pg from "pg";
import { serialize } from "pg-protocol";

/**
 * Everything that this project uses of `pg` beyond its documentation is in this file. `pg` and `pg-protocol` are pinned
 * to exact versions, because any release may change it. `test/db/pg-protocol-adapter.test.ts` checks each member.
 */

/** What `pg` hands to the `submit` of a query: its private class `Connection`. Only the socket is used. */
export interface PgConnection {
  stream: Pick<Socket, "writable" | "write">;
}

/** A column as the server describes it. */
export interface PgField {
  name: string;
  dataTypeID: number;
}

/**
 * A query of our own. `pg` calls `submit` when the connection is free, then a handler for each message of the server,
 * up to `handleReadyForQuery`. `pg-cursor` and `pg-copy-streams` rely on the same methods.
 */
export interface PgQuery {
  submit(connection: PgConnection): void;
  handleRowDescription(message: { fields: PgField[] }): void;
  /** `length` is the size of the message in bytes. */
  handleDataRow(message: { fields: (string | null)[]; length: number }): void;
  /** `text` is the tag of the statement: `UPDATE 3`. */
  handleCommandComplete(message: { text: string }): void;
  handleReadyForQuery(): void;
  /** Called at most once, for an error of the server and for a connection that breaks. */
  handleError(error: unknown): void;
  handleEmptyQuery(): void;
  handlePortalSuspended(): void;
  handleCopyInResponse(): void;
  handleCopyData(message: { chunk: Buffer }): void;
}

interface PrivateClient {
  /** The private `Connection` of the client, with its socket. */
  connection: { stream: Socket };
  /** The query whose answer the client waits for. The public `activeQuery` is deprecated. */
  _activeQuery: unknown;
  /** The process id of the server's side, which the server sends when a session starts. */
  processID: number;
}

const privateOf = (client: pg.ClientBase) => client as unknown as PrivateClient;

/** Puts a query of our own into the client's queue. */
export const submitQuery = (client: pg.ClientBase, query: PgQuery): void => {
  client.query(query as never);
};

export const socketOf = (client: pg.ClientBase): Socket => privateOf(client).connection.stream;
export const activeQueryOf = (client: pg.ClientBase): unknown => privateOf(client)._activeQuery;
export const serverProcessId = (client: pg.ClientBase): number => privateOf(client).processID;

const { utils } = pg as unknown as { utils: { prepareValue(value: unknown): unknown } };

/** Turns a JavaScript value into what `bind` sends. `pg` applies it to the parameters of every query. */
export const { prepareValue } = utils;

/**
 * The messages of the extended query protocol, as bytes. `pg` has no way to send several statements with one `sync`:
 * its option `pipeline` sends a `sync` for each, so a failure would not skip the statements after it.
 */
export const protocol: Pick<
  typeof serialize,
  "query" | "parse" | "bind" | "describe" | "execute" | "close" | "sync"
> = serialize;

const ERROR_CODES: readonly [RegExp, string][] = [
  [/timeout exceeded when trying to connect/, "ETIMEDOUT"],
  [/Connection terminated|is not queryable/, "ECONNRESET"],
];

/**
 * `pg` and `pg-pool` report a lost connection by message texts only, without a code or a class. Gives such an error the
 * code that Node uses for sockets.
 */
export function withErrorCode(error: unknown): unknown {
  if (!(error instanceof Error) || "code" in error) return error;
  const [, code] = ERROR_CODES.find(([text]) => text.test(error.message)) ?? [];
  return code === undefined ? error : Object.assign(error, { code });
}
