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
  /** The call that this one is a part of: a route or a middleware that it has reached has called again. */
  within?: RunningCall | undefined;
}

interface RunningCall extends InProcessCall {
  isOver: boolean;
}

interface InProcessRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: string | undefined;
}

const calls = new AsyncLocalStorage<RunningCall>();
const callOfRequest = new WeakMap<FastifyRequest, RunningCall>();
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

/** Whether the request is from code of the plugin, be it through what the code of another one does for it. */
export function isCallOf(plugin: string, request: FastifyRequest): boolean {
  let call = callOfRequest.get(request);
  // What began during a call and goes on after it is no part of it.
  while (call && (call.plugin !== plugin || call.isOver)) call = call.within;
  return call !== undefined;
}

export async function callInProcess(app: FastifyInstance, call: InProcessCall, request: InProcessRequest) {
  const { method, url, headers, payload } = request;
  const entered: RunningCall = { ...call, within: calls.getStore(), isOver: false };
  running++;
  try {
    return await calls.run(entered, async () =>
      app.inject({ method: method as "GET", url, headers, ...(payload === undefined ? {} : { payload }) }),
    );
  } finally {
    entered.isOver = true;
    running--;
    if (running === 0) calls.disable();
  }
}
