import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../guess-limits.ts";
import { inProcessCall } from "../in-process.ts";
import { HotArticles } from "./hot-articles.ts";
import {
  callerOfArticle,
  isArticle,
  LEASE_OF_ARTICLE,
  type RequestLimits,
  RequestSlots,
} from "./request-slots.ts";
import { kindOfRoute, leaseOf, type WorkKind } from "./work-kinds.ts";

/**
 * Every request of the API runs in a slot of its kind. It gets one when its body is there, before its Idempotency-Key is claimed, and
 * frees it with the answer. A call from code of this process is a part of the request that it is called in.
 */
export function installRequestSlots(
  app: FastifyInstance,
  limits: RequestLimits,
): { slots: RequestSlots; free: (request: FastifyRequest) => void } {
  const slots = new RequestSlots(limits);
  const taken = new WeakMap<FastifyRequest, () => void>();

  const started = (kind: WorkKind, caller: string, request: FastifyRequest) => {
    const lease = isArticle(caller) ? LEASE_OF_ARTICLE : leaseOf(kind, request.method);
    let isTaken = true;
    const free = () => {
      if (!isTaken) return;
      isTaken = false;
      clearTimeout(timer);
      slots.free(kind, caller);
    };
    const timer = lease === null ? undefined : setTimeout(free, lease).unref();
    taken.set(request, free);
  };

  const hot = new HotArticles();
  const visitorOf = (request: FastifyRequest): string => {
    const article = hot.of(request, performance.now());
    return article === undefined ? networkOf(request.ip) : callerOfArticle(article);
  };

  app.addHook("onRoute", (route) => {
    route.config = { ...route.config, work: kindOfRoute(route) };
  });
  app.addHook("preValidation", (request, reply, done) => {
    const kind = request.routeOptions.config.work;
    if (!kind || inProcessCall(request)) return done();
    const start = (caller: string): void | Promise<void> => {
      if (slots.takeNow(kind, caller)) return void started(kind, caller, request);
      return slots.take(kind, caller, goneOf(reply)).then(() => started(kind, caller, request));
    };
    const starting = isOfUser(kind) ? userOf(request).then(start) : start(visitorOf(request));
    if (!starting) return done();
    starting.then(() => done(), done);
  });
  app.addHook("onSend", (request, { raw }, payload, done) => {
    const free = taken.get(request);
    if (free) {
      const isStream = typeof payload === "object" && payload !== null && !(payload instanceof Buffer);
      if (isStream && !raw.destroyed) raw.once("close", free);
      else free();
    }
    done(null, payload);
  });
  return { slots, free: (request) => taken.get(request)?.() };
}

const isOfUser = (kind: WorkKind): boolean => kind === "admin" || kind === "bulk";

/** The permissions were checked, so the caller is known. */
async function userOf(request: FastifyRequest): Promise<string> {
  const { userId } = await request.caller();
  return userId ?? networkOf(request.ip);
}

function goneOf({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed) return AbortSignal.abort();
  const gone = new AbortController();
  raw.once("close", () => gone.abort());
  return gone.signal;
}
