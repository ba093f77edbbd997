import type { Subscriber } from "../events/subscriber.ts";
import type { Task } from "../jobs/runner.ts";
import type { Tracing } from "../kernel/tracing.ts";

/** A span for each run of a job. It belongs to the trace of the request that enqueued the job. */
export const tracedTasks = (
  tasks: Readonly<Record<string, Task>>,
  tracing: Tracing,
): Readonly<Record<string, Task>> =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      ({ traceparent, ...payload }, run) =>
        tracing.inSpan(
          {
            name: `job ${name}`,
            kind: "consumer",
            parent: { traceparent: typeof traceparent === "string" ? traceparent : undefined },
            attributes: { "tradewind.job.task": name, "tradewind.job.attempt": run.attempt },
          },
          () => task(payload, run),
        ),
    ]),
  );

/** A span for each event that a subscriber handles. It belongs to the trace of the request that caused the event. */
export const tracedSubscriber = (subscriber: Subscriber, tracing: Tracing): Subscriber => ({
  ...subscriber,
  handler: (event, context) =>
    tracing.inSpan(
      {
        name: `subscriber ${subscriber.name}`,
        kind: "consumer",
        parent: { traceparent: event.traceparent ?? undefined },
        attributes: { "tradewind.subscriber": subscriber.name, "tradewind.event": event.name },
      },
      () => subscriber.handler(event, context),
    ),
});
