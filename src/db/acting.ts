import { AsyncLocalStorage } from "node:async_hooks";

/** Who does something, and by which request. */
export interface Acting {
  userId: string | null;
  customerId: string | null;
  request: { id: string; method: string; path: string; ip: string; body: unknown };
}

const current = new AsyncLocalStorage<Acting>();
let going = 0;

/** Nobody, for visitors and for work that no request asked for. */
export const acting = (): Acting | null => current.getStore() ?? null;

/** Everything that `start` sets going is done by this one. To be ended by `endActing`. */
export function beginActing(who: Acting, start: () => void): void {
  going++;
  current.run(who, start);
}

/** Following a request through everything it sets going slows the whole process down: it ends with the last one. */
export function endActing(): void {
  going--;
  if (going === 0) current.disable();
}
