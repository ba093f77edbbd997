import { afterAll, beforeAll, expect, it } from "vitest";
import type { ShopEvent } from "../../src/events/subscriber.ts";
import { Subscriptions } from "../../src/events/subscriptions.ts";
import { until } from "../support/time/until.ts";
import { type EventLog, openEventLog } from "./support.ts";

let log: EventLog;
beforeAll(async () => {
  log = await openEventLog();
});
afterAll(() => log.close());

const rows = (text: string) => log.db.run<Record<string, unknown>>({ text, values: [] });

it("a subscriber gets the private data of an event at every delivery, and no row or log line has it", async () => {
  const heard: ShopEvent[] = [];
  const warnings: unknown[] = [];
  const subscriptions = new Subscriptions({
    db: log.db,
    subscribers: [
      {
        name: "mails",
        event: "person.*",
        handler: (event) => {
          heard.push(event);
          const isEarly = heard.filter(({ name }) => name === "person.forgot").length < 3;
          if (event.name === "person.forgot" && isEarly)
            throw new Error(`could not send ${event.data["token"]}`);
        },
      },
    ],
    privateData: {
      "person.forgot": async ({ data, occurredAt }) => ({
        data: { token: `the token of ${data["id"]} since ${occurredAt.getTime()}` },
        validUntil: occurredAt,
      }),
    },
    log: { warn: (details) => warnings.push(details) },
    pollPause: 50,
    retryPause: 20,
  });
  await subscriptions.register();
  subscriptions.start();
  try {
    await log.happen("person.forgot", "person.left");
    await until(async () => (await rows("select last_error from tradewind.event_parked")).length > 0);
    const [parked] = await rows("select last_error from tradewind.event_parked order by seq");
    expect(parked).toEqual({ last_error: "could not send [private:token]" });
    await until(() => heard.length === 4);
    const forgotten = heard.filter(({ name }) => name === "person.forgot").map(({ data }) => data);
    const { id } = forgotten[0]!;
    expect(forgotten).toEqual(
      Array(3).fill({ id, token: expect.stringMatching(/^the token of person.forgot since \d+$/) }),
    );
    expect(new Set(forgotten.map(({ token }) => token)).size).toBe(1);
    expect(heard.find(({ name }) => name === "person.left")!.data).toEqual({ id: "person.left" });
    expect(JSON.stringify(warnings)).toContain("[private:token]");
    expect(JSON.stringify(warnings)).not.toContain("the token of");
    expect(JSON.stringify(await rows("select * from tradewind.event"))).not.toContain("the token of");
  } finally {
    await subscriptions.stop();
  }
});
