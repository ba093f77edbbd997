import { AsyncLocalStorage } from "node:async_hooks";
import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Caller } from "./caller-type.ts";

/** A request that code of this process makes. */
export interface InProcessCall {
  caller: Caller;
  /** Who is recorded as the one who made a change; a customer and a storefront are recorded as over HTTP. */
  actor: string;
  /** The plugin whose code it is. */
  plugin: string;
}

interface InProcessRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: string | undefined;
}

const calls = new AsyncLocalStorage<InProcessCall>();
const callOfRequest = new WeakMap<FastifyRequest, InProcessCall>();
/** Async context tracking slows down the whole process, so it is on only while there is such a call. */
let running = 0;

/**
 * Recognizes the requests that `callInProcess` makes. They come through no socket and name their caller by nothing that is sent, so no
 * request from outside can be one of them.
 */
export function installInProcess(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (running > 0 && !(request.raw.socket instanceof Socket)) {
      const call = calls.getStore();
      if (call) callOfRequest.set(request, call);
    }
    done();
  });
}

/** Undefined for every request from outside. */
export const inProcessCall = (request: FastifyRequest): InProcessCall | undefined =>
  callOfRequest.get(request);

export async function callInProcess(app: FastifyInstance, call: InProcessCall, request: InProcessRequest) {
  const { method, url, headers, payload } = request;
  running++;
  try {
    return await calls.run(call, async () =>
      app.inject({ method: method as "GET", url, headers, ...(payload === undefined ? {} : { payload }) }),
    );
  } finally {
    running--;
    if (running === 0) calls.disable();
  }
}
