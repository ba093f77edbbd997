import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, createHmac, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Db, Tx } from "../db/database.ts";
import { isJoined } from "../db/transactions/joined-transaction.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { ShopSecrets } from "../kernel/shop-secrets.ts";
import { refuse } from "./errors.ts";
import {
  type Claimed,
  claim,
  DeferredSaves,
  finish,
  type IdempotencyRecord,
  isApplied,
  markApplied,
  release,
} from "./idempotency-store.ts";
import { inProcessCall } from "./in-process.ts";
import { type Mask, maskedBody } from "./masks.ts";

const HEADER = "idempotency-key";
const MAX_LENGTH = 255;
/** Seconds. Most requests have an answer by then. */
const RUNNING_RETRY_AFTER = 1;

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * False for routes whose answers carry credentials, which must not be stored. `once-read` for routes whose body
     * is a stream: they call `request.claimKey` when they have read it. `by-nature` for routes that are idempotent
     * without a key: a repetition of a request without an answer gets the answer now.
     */
    idempotent?: boolean | "once-read" | "by-nature";
  }
  interface FastifyRequest {
    /**
     * Claims the Idempotency-Key for the body that was read (null), or returns the outcome of the request that has the
     * key: then the work must be undone, and `answerAgain` has the answer. Null also when no key was sent.
     */
    claimKey(content: string): Promise<IdempotencyRecord | null>;
  }
}

/**
 * `Idempotency-Key` on every POST under /store and /admin (docs/adr/0005-idempotency.md): the first answer below
 * 500 is stored for a day and replayed. The key is marked as applied in the same transaction as the change it
 * belongs to, so that not even a crash between commit and answer can make a retry do the work twice.
 */
export function installIdempotency(
  app: FastifyInstance,
  { db, secrets, masks }: { db: Db; secrets: ShopSecrets; masks: readonly Mask[] },
): void {
  const current = new AsyncLocalStorage<Claimed>();
  const claims = new WeakMap<FastifyRequest, Claimed>();
  const marked = new WeakMap<Tx, () => void>();
  const saves = new DeferredSaves(app.log);

  const claimFor = async (request: FastifyRequest, key: string, content: string) => {
    const scope = await scopeOf(request, key);
    if (scope === null) return null;
    const claimed = { scope, key, owner: randomUUID() };
    const fingerprints = fingerprintsOf(request, secrets, content);
    const found = await claim(db, { ...claimed, fingerprints }).catch((error) => {
      // It is unknown whether the key was claimed: the statement may still run after the connection was lost.
      saves.saveLater(() => release(db, claimed));
      throw error;
    });
    if (!found) claims.set(request, claimed);
    return found;
  };

  app.decorateRequest("claimKey", async function (this: FastifyRequest, content: string) {
    const key = sentKey(this);
    return key === undefined ? null : claimFor(this, key, content);
  });

  db.beforeCommit.add(async (tx) => {
    const claimed = current.getStore();
    // An operation that has joined the transaction of a plugin is not the change of the request, which is marked once, at its end.
    if (!claimed || isJoined()) return undefined;
    const mark = randomUUID();
    await markApplied(tx, claimed, mark);
    marked.set(tx, () => {
      claimed.committed = mark;
    });
    return () => isApplied(db, claimed, mark);
  });
  db.afterCommit.add((tx) => marked.get(tx)?.());

  const takeKey = async (request: FastifyRequest, reply: FastifyReply, key: string) => {
    if (key.length > MAX_LENGTH) {
      return refuse(
        request,
        reply,
        new Refusal("invalid_data", `Idempotency-Key is longer than ${MAX_LENGTH} characters`),
      );
    }
    if (request.routeOptions.config.idempotent === "once-read") return undefined;
    const found = await claimFor(request, key, JSON.stringify(request.body));
    const isOpen = found?.sameRequest && found.state !== "finished";
    if (isOpen && request.routeOptions.config.idempotent === "by-nature") return undefined;
    if (!found) return undefined;
    const isMasked = found.body !== null && (await mayBeOther(request, key));
    return answerAgain(request, reply, isMasked ? { ...found, body: maskedBody(masks, found.body!) } : found);
  };

  app.addHook("preValidation", (request, reply, done) => {
    if (!isCovered(request)) return done();
    const key = sentKey(request);
    reply.header(HEADER, key ?? madeKey());
    if (key === undefined) return done();
    return takeKey(request, reply, key);
  });

  // A hook in callback style: everything after it runs inside the store. A route that is idempotent by nature marks no key:
  // any repetition may commit, also a slow one that has lost the key to another.
  app.addHook("preHandler", (request, _reply, done) => {
    const claimed = claims.get(request);
    if (claimed && request.routeOptions.config.idempotent !== "by-nature") current.run(claimed, done);
    else done();
  });

  const noteAnswer = (reply: FastifyReply, claimed: Claimed, payload: unknown) => {
    const isKept =
      reply.statusCode < 500 && (typeof payload === "string" || payload === null || payload === undefined);
    const type = reply.getHeader("content-type");
    const answer = {
      status: reply.statusCode,
      headers: (type ? { "content-type": String(type) } : {}) as Record<string, string>,
      body: (payload as string | null | undefined) ?? null,
    };
    return saves.save(() => (isKept ? finish(db, claimed, answer) : release(db, claimed)));
  };

  app.addHook("onSend", (request, reply, payload, done) => {
    const claimed = claims.get(request);
    if (!claimed) return done(null, payload);
    return noteAnswer(reply, claimed, payload).then(() => payload);
  });
  app.addHook("onClose", async () => saves.close());
}

/** The key of a request without one: a UUID of version 8, where clients make version 4. */
function madeKey(): string {
  const uuid = randomUUID();
  return `${uuid.slice(0, 14)}8${uuid.slice(15)}`;
}

/** Whether the request repeats one to which the server gave the key. */
export const hasMadeKey = (request: FastifyRequest): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(sentKey(request) ?? "");

function sentKey(request: FastifyRequest): string | undefined {
  const sent = request.headers[HEADER];
  return typeof sent === "string" && sent.trim() !== "" ? sent.trim() : undefined;
}

function isCovered(request: FastifyRequest): boolean {
  const { url, config } = request.routeOptions;
  return request.method === "POST" && /^\/(store|admin)\//.test(url ?? "") && config.idempotent !== false;
}

/** Keys belong to their caller, and to the plugin that calls in the process. Null when another caller could send the same key: then it has no effect. */
async function scopeOf(request: FastifyRequest, key: string): Promise<string | null> {
  const { userId, customerId } = await request.caller();
  const caller = userId ?? customerId;
  const inside = inProcessCall(request);
  if (inside) return `${inside.actor} ${caller ?? "storefront"}`;
  if (caller !== null) return caller;
  return hasId(request) || isUnguessable(key) ? anonymousScope(request) : null;
}

/** Such as the id of a cart, which only its visitor knows. */
const hasId = ({ params }: FastifyRequest) => Object.keys(params as object).length > 0;

/** The id of a completed cart is on its order. Who knows that and guesses the key sees nothing that is masked, such as codes of gift cards. */
async function mayBeOther(request: FastifyRequest, key: string): Promise<boolean> {
  if (inProcessCall(request)) return false;
  const { userId, customerId } = await request.caller();
  const isGuessed = !isUnguessable(key) || Object.values(request.params as object).includes(key);
  return userId === null && customerId === null && isGuessed;
}

// Every common generator makes more than this: UUIDs, ULIDs, nanoids, 16 random bytes in hexadecimal or base64.
const UNGUESSABLE = { length: 20, characters: 8 };

const isUnguessable = (key: string) =>
  key.length >= UNGUESSABLE.length && new Set(key).size >= UNGUESSABLE.characters;

/**
 * Visitors are distinguished by their address and their storefront. Several may share both and send equal keys; the path,
 * which has the id of the cart, then keeps them from each other's answers. On a path without an id the key itself must do so:
 * a caller who knows it gets the answer, such as a new cart.
 */
function anonymousScope({ ip, url, headers }: FastifyRequest): string {
  const parts = [ip, headers["x-publishable-api-key"] ?? "", url.split("?")[0]];
  return `anonymous:${createHash("sha256").update(JSON.stringify(parts)).digest("base64url")}`;
}

// Bodies may hold passwords: without the secret a fingerprint cannot be matched to a guessed body.
// One for each accepted secret: the first request may have been signed with another.
const fingerprintsOf = ({ method, url }: FastifyRequest, secrets: ShopSecrets, content: string): string[] =>
  secrets
    .accepted()
    .map((secret) => createHmac("sha256", secret).update(`${method} ${url}\n${content}`).digest("base64url"));

export function answerAgain(request: FastifyRequest, reply: FastifyReply, found: IdempotencyRecord) {
  if (!found.sameRequest) {
    const message = "This Idempotency-Key was used for another request";
    return refuse(request, reply, new Refusal("duplicate_error", message, "idempotency_key_reused"));
  }
  if (found.state === "finished") {
    return reply
      .code(found.status!)
      .headers(found.headers ?? {})
      .send(found.body ?? "");
  }
  const isRunning = found.state !== "applied";
  if (isRunning) reply.header("retry-after", RUNNING_RETRY_AFTER);
  const message = isRunning
    ? "The request with this Idempotency-Key is still running"
    : "The request with this Idempotency-Key was carried out, but its answer was lost";
  return refuse(request, reply, new Refusal("conflict", message));
}
