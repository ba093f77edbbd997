import { notAllowed, type Refusal } from "./refusal.ts";

/** A reason why something cannot be done to a thing in its present state. */
export interface Guard<Thing> {
  when: (thing: Thing) => boolean;
  /** The message, or the whole refusal where it is not simply `not_allowed`. */
  refuse: string | ((thing: Thing) => Refusal);
}

/** What may be done to a thing, and what stands in the way: one table for each kind of thing. */
export type Guards<Thing, Action extends string> = Readonly<Record<Action, readonly Guard<Thing>[]>>;

/** The first reason against the action, or null. */
export function objection<Thing, Action extends string>(
  guards: Guards<Thing, Action>,
  action: Action,
  thing: Thing,
): Refusal | null {
  const guard = guards[action].find(({ when }) => when(thing));
  if (!guard) return null;
  return typeof guard.refuse === "string" ? notAllowed(guard.refuse) : guard.refuse(thing);
}

/** Throws the first reason against the action. */
export function allow<Thing, Action extends string>(
  guards: Guards<Thing, Action>,
  action: Action,
  thing: Thing,
): void {
  const reason = objection(guards, action, thing);
  if (reason) throw reason;
}
