import type { Plugin } from "./plugin.ts";

const STEPS = ["beforeCompletion", "afterCompletion"];

/** What is wrong with the steps of a plugin, or null. */
export function checkSteps({ steps }: Plugin): string | null {
  if (steps === undefined) return null;
  if (typeof steps !== "object" || steps === null || Array.isArray(steps))
    return "steps must be an object of functions";
  for (const [name, run] of Object.entries<unknown>({ ...steps })) {
    if (!STEPS.includes(name)) return `there is no steps.${name}: there are ${STEPS.join(", ")}`;
    if (typeof run !== "function") return `steps.${name} must be a function`;
  }
  return null;
}
