/**
 * The least that a server for two operations is: `node:http`, `pg`, prepared statements and JSON. It knows no rules
 * beyond those of the statements: no discounts, no price lists, no validation. What it reaches is what Node and PostgreSQL
 * leave for everything else.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import pg from "pg";
import { readScript, type Statement } from "./script.ts";

type Row = Record<string, unknown>;

const prepared = (name: string) =>
  readScript(name).map((statement, index) => ({ ...statement, name: `${name}-${index}` }));
const addLine = prepared("add-line");
const complete = prepared("complete");

const pool = new pg.Pool({
  connectionString: process.env["DATABASE_URL"],
  // As many as Tradewind has.
  max: 10,
  options: "-c plan_cache_mode=force_generic_plan",
  // Sent without waiting for each other's answers. Types of pg do not know it yet.
  ...{ pipeline: true },
});

/** All statements of a script; the rows of each. After one that fails PostgreSQL refuses the rest and rolls back. */
async function run(
  script: readonly (Statement & { name: string })[],
  values: Record<string, unknown>,
): Promise<Row[][]> {
  const client = await pool.connect();
  try {
    const answers = script.map(({ name, text, names }) =>
      client.query<Row>({ name, text, values: names.map((each) => values[each]) }),
    );
    const settled = await Promise.allSettled(answers);
    return settled.map((each) => {
      if (each.status === "rejected") throw each.reason;
      return each.value.rows;
    });
  } finally {
    client.release();
  }
}

const ADDED = /^\/store\/carts\/([^/]+)\/line-items$/;
const COMPLETED = /^\/store\/carts\/([^/]+)\/complete$/;

async function answerTo(url: string, body: string): Promise<Row | null> {
  const added = ADDED.exec(url)?.[1];
  if (added) {
    const { variant_id: variant, quantity } = JSON.parse(body);
    const [, cart, events, items] = await run(addLine, { cart: added, variant, quantity });
    return events!.length > 0 ? { cart: { ...cart![0], items } } : null;
  }
  const completed = COMPLETED.exec(url)?.[1];
  if (!completed) return url === "/health" ? {} : null;
  const [items, order] = (await run(complete, { cart: completed })).slice(0, -1).reverse();
  return { type: "order", data: { ...order![0], items } };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await answerTo(request.url ?? "", await bodyOf(request)).catch((error: Error) => error);
  const isGood = answer !== null && !(answer instanceof Error);
  const text = JSON.stringify(isGood ? answer : { message: answer?.message ?? "not found" });
  response.writeHead(isGood ? 200 : 400, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

createServer((request, response) => void handle(request, response)).listen(
  Number(process.env["PORT"]),
  "127.0.0.1",
);
process.on("SIGTERM", () => process.exit(0));
