import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { enterStatementLimit, leaveStatementLimit } from "../../db/connections/statement-limit.ts";
import { networkOf } from "../guess-limits.ts";
import { busy, FairSlots, tooMany } from "./fair-slots.ts";
import { HeavyReads } from "./heavy-reads.ts";
import { UnsentBytes } from "./unsent-bytes.ts";

export interface AdmissionLimits {
  /** Heavy reads that run at the same time, in all and of one address. */
  most: number;
  mostPerAddress: number;
  /** After so many milliseconds the database gives up a statement of a heavy read. */
  statementTimeout: number;
  /** Bytes of large answers that wait to be taken. */
  memory: number;
}

/** For a whole storefront that renders behind one address. */
const QUEUE = { waiting: 400, waitingPerAddress: 100, wait: 10_000 };

/** An answer that its reader takes slowly frees its slot after this time, in milliseconds; then only its bytes count. */
const SENDING = 1_000;

/** Reports read a whole period. */
const BULK_LIMIT = 6;

const isRead = ({ method }: FastifyRequest): boolean => method === "GET" || method === "HEAD";

/** Of the limit of a heavy read. Other statements end when the request does. */
function shareOfLimit({ routeOptions, query }: FastifyRequest): number | null {
  const { work } = routeOptions.config;
  if (work === "bulk") return BULK_LIMIT;
  return work === "admin" && (query as { q?: unknown }).q !== undefined ? 1 : null;
}

/** Which heavy reads run at the same time. */
export class Admission {
  readonly slots: FairSlots;
  readonly unsent: UnsentBytes;
  private readonly heavy = new HeavyReads();
  private readonly admitted = new WeakMap<FastifyRequest, () => void>();
  /** Reads of administrators with a limit for their statements. */
  private readonly limited = new WeakSet<FastifyRequest>();

  constructor(private readonly limits: AdmissionLimits) {
    this.slots = new FairSlots({ ...limits, ...QUEUE });
    this.unsent = new UnsentBytes(limits.memory);
  }

  isHeavy(request: FastifyRequest): boolean {
    return this.heavy.isHeavy(request);
  }

  /** Waits until a heavy read may run, and runs `start` with a limit for its statements. */
  async admit(request: FastifyRequest, reply: FastifyReply, start: () => void): Promise<void> {
    const address = networkOf(request.ip);
    if (this.unsent.isFullFor(address)) throw tooMany();
    if (this.unsent.isFull() || reply.raw.destroyed) throw busy();
    const gone = new AbortController();
    const onGone = () => gone.abort();
    reply.raw.once("close", onGone);
    const free = await this.slots.take(address, gone.signal);
    reply.raw.off("close", onGone);
    this.admitted.set(request, free);
    enterStatementLimit(this.limits.statementTimeout, start);
  }

  /** Runs `start` with a limit for its statements if it is a search or a report of an administrator. */
  limit(request: FastifyRequest, start: () => void): void {
    const share = isRead(request) ? shareOfLimit(request) : null;
    if (share === null) {
      start();
      return;
    }
    this.limited.add(request);
    enterStatementLimit(share * this.limits.statementTimeout, start);
  }

  /** The answer is ready. */
  answered(request: FastifyRequest, { raw }: FastifyReply, bytes: number): void {
    if (this.limited.delete(request)) leaveStatementLimit();
    this.heavy.learn(request, bytes);
    const free = this.admitted.get(request);
    if (!free) return;
    this.admitted.delete(request);
    leaveStatementLimit();
    this.unsent.add(networkOf(request.ip), raw, bytes);
    const timer = setTimeout(free, SENDING).unref();
    const sent = () => {
      clearTimeout(timer);
      free();
    };
    if (raw.destroyed) sent();
    else raw.once("close", sent);
  }
}

/** Heavy reads wait for slots of their own: `freeSlot` frees the one that the request has as any other. */
export function installAdmission(
  app: FastifyInstance,
  limits: AdmissionLimits,
  freeSlot: (request: FastifyRequest) => void,
): Admission {
  const admission = new Admission(limits);
  // In callback style: everything after it runs with the limit.
  app.addHook("preHandler", (request, reply, done) => {
    if (!admission.isHeavy(request)) return admission.limit(request, done);
    freeSlot(request);
    admission.admit(request, reply, done).catch(done);
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    const isBody = typeof payload === "string" || payload instanceof Buffer;
    if (isRead(request)) admission.answered(request, reply, isBody ? payload.length : 0);
    done(null, payload);
  });
  return admission;
}
