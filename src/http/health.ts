import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { Db } from "../db/database.ts";
import { isReadOnlyError } from "../kernel/transient-error.ts";

export interface Readiness {
  database: "ok" | "read-only" | "unreachable";
  migrations: "ok" | "pending";
  /** Only while the process is about to end. */
  server?: "draining";
}

/** `/health`: the process lives. `/ready`: it can serve, so a load balancer may send requests. */
export function installHealth(app: FastifyInstance, db: Db, pending: () => Promise<string[]>): void {
  const text = Type.String();
  app.get(
    "/health",
    { schema: { tags: ["Operations"], summary: "Is the process alive?", response: { 200: text } } },
    async (_, reply) => {
      reply.type("text/plain; charset=utf-8");
      return "OK";
    },
  );
  const state = Type.Object({ database: text, migrations: text, server: Type.Optional(text) });
  const schema = {
    tags: ["Operations"],
    summary: "Can the process serve?",
    response: { 200: state, 503: state },
  };
  app.get("/ready", { schema }, async (_, reply) => {
    const readiness = await readinessOf(db, pending);
    if (app.isDraining()) return reply.code(503).send({ ...readiness, server: "draining" });
    const isReady = readiness.database === "ok" && readiness.migrations === "ok";
    return reply.code(isReady ? 200 : 503).send(readiness);
  });
}

// Changes nothing, but only a server that takes changes lets it through.
const WRITE_NOTHING = { text: "update tradewind.rate_limit set hits = hits where false", values: [] };

export async function readinessOf(db: Db, pending: () => Promise<string[]>): Promise<Readiness> {
  try {
    await db.run({ text: "select 1", values: [] });
    if ((await pending()).length > 0) return { database: "ok", migrations: "pending" };
    await db.run(WRITE_NOTHING);
    return { database: "ok", migrations: "ok" };
  } catch (error) {
    if (isReadOnlyError(error)) return { database: "read-only", migrations: "ok" };
    return { database: "unreachable", migrations: "pending" };
  }
}
