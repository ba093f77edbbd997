import type { Plugin } from "./plugin.ts";

/** What is wrong with the mails of a plugin, or null. */
export function checkMails({ mails, events = {} }: Plugin): string | null {
  if (mails === undefined) return null;
  if (typeof mails !== "object" || mails === null || Array.isArray(mails))
    return "mails must be an object of functions, by event";
  for (const [event, compose] of Object.entries<unknown>({ ...mails })) {
    if (!Object.hasOwn(events, event))
      return `mails has the event ${event}, which the plugin does not declare`;
    if (typeof compose !== "function") return `mails of ${event} must be a function`;
  }
  return null;
}
