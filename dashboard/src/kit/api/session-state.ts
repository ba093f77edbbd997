import { useSyncExternalStore } from "react";

let hasEnded = false;
const listeners = new Set<() => void>();

function change(ended: boolean): void {
  if (ended === hasEnded) return;
  hasEnded = ended;
  for (const listener of listeners) listener();
}

export const sessionEnded = () => change(true);
export const sessionResumed = () => change(false);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether a request was refused because the session has ended. */
export const useSessionEnded = () => useSyncExternalStore(subscribe, () => hasEnded);
