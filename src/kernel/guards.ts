import { notAllowed, type Refusal } from "./refusal.ts";

/** A reason to refuse an action in the present state of a thing. */
export interface Guard<Thing> {
  when: (thing: Thing) => boolean;
  /** The message, or the whole refusal where it is not simply `not_allowed`. */
  refuse: string | ((thing: Thing) => Refusal);
}

/** The actions on one kind of thing, each with its reasons to refuse. */
export type Guards<Thing, Action extends string> = Readonly<Record<Action, readonly Guard<Thing>[]>>;

/** The first reason against the action, or null. */
export function refusalFor<Thing, Action extends string>(
  guards: Guards<Thing, Action>,
  action: Action,
  thing: Thing,
): Refusal | null {
  const guard = guards[action].find(({ when }) => when(thing));
  if (!guard) return null;
  return typeof guard.refuse === "string" ? notAllowed(guard.refuse) : guard.refuse(thing);
}

/** Throws the first reason against the action. */
export function requireAllowed<Thing, Action extends string>(
  guards: Guards<Thing, Action>,
  action: Action,
  thing: Thing,
): void {
  const reason = refusalFor(guards, action, thing);
  if (reason) throw reason;
}
