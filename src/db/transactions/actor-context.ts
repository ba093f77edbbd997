import { AsyncLocalStorage } from "node:async_hooks";

/** The user or customer who makes a change, and the request that causes it. */
export interface Actor {
  userId: string | null;
  customerId: string | null;
  request: { id: string; method: string; path: string; ip: string; body: unknown };
}

const context = new AsyncLocalStorage<Actor>();
let active = 0;

/** Null for visitors, and for work that no request caused. */
export const currentActor = (): Actor | null => context.getStore() ?? null;

/** `start` and everything that it causes runs with this actor, until `leaveActor`. */
export function enterActor(actor: Actor, start: () => void): void {
  active++;
  context.run(actor, start);
}

/** Async context tracking slows down the whole process, so it is disabled when no request needs it. */
export function leaveActor(): void {
  active--;
  if (active === 0) context.disable();
}
