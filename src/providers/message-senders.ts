import { matches } from "../kernel/event-pattern.ts";
import type { ProviderRegistry } from "./registry.ts";

export type Senders = Pick<ProviderRegistry, "notification" | "subscribers">;

/** What may send a message about an event: notification providers, and subscribers of plugins, of which it is not known what they do. */
export const sendersOf = ({ notification, subscribers }: Senders, event: string) => ({
  providers: notification
    .all()
    .filter(({ events }) => events.includes(event))
    .map(({ id }) => id),
  hasSubscriber: subscribers.all().some((subscriber) => matches(subscriber.event, event)),
});

/** Whether anything may send a message about the event. */
export function hasSender(senders: Senders, event: string): boolean {
  const { providers, hasSubscriber } = sendersOf(senders, event);
  return providers.length > 0 || hasSubscriber;
}
