import { describe, expect, it } from "vitest";
import { hours } from "../../../kernel/dates.ts";
import {
  afterFailures,
  failureLimit,
  tellsUnlessSince,
  type Webhook,
  webhookFrom,
  withChanges,
} from "./webhook.ts";

const now = new Date("2030-01-02T00:00:00Z");
const ago = (time: number) => new Date(now.getTime() - time);
const aWebhook = (details: Partial<Webhook> = {}): Webhook => ({
  ...webhookFrom("whk_1", "usr_1", { url: "https://example.com/" }),
  ...details,
});
const judged = (webhook: Webhook, delivered: number, failed: number) =>
  afterFailures(webhook, { delivered, failed }, { now, limit: failureLimit });

describe("a webhook that fails", () => {
  it("counts from the first failure", () => {
    expect(judged(aWebhook(), 0, 3)).toMatchObject({ failing_since: now, failures: 3, is_active: true });
    const since = ago(hours(1));
    expect(judged(aWebhook({ failing_since: since, failures: 3 }), 0, 2)).toMatchObject({
      failing_since: since,
      failures: 5,
    });
  });

  it("restarts its count after a delivery", () => {
    const failing = aWebhook({ failing_since: ago(hours(48)), failures: 500 });
    expect(judged(failing, 1, 2)).toMatchObject({ failing_since: now, failures: 2, is_active: true });
  });

  it("is switched off after a day and fifty failures, not before", () => {
    const failing = (time: number, failures: number) =>
      judged(aWebhook({ failing_since: ago(time), failures }), 0, 1);
    expect(failing(hours(24), 49)).toMatchObject({
      is_active: false,
      disabled_at: now,
      disabled_reason: "All 50 attempts since 2030-01-01T00:00:00.000Z have failed",
    });
    expect(failing(hours(24), 48).is_active).toBe(true);
    expect(failing(hours(24) - 1, 5_000).is_active).toBe(true);
  });

  it("is not switched off a second time", () => {
    const off = aWebhook({ is_active: false, failing_since: ago(hours(48)), failures: 500 });
    expect(judged(off, 0, 1)).toMatchObject({ disabled_at: null, failures: 501 });
  });
});

describe("users hear of a webhook that fails", () => {
  const told = (details: Partial<Webhook>) => tellsUnlessSince(aWebhook(details), now);

  it("after five failures in a row", () => {
    expect(told({ failing_since: ago(hours(1)), failures: 4 })).toBeNull();
    expect(told({ failing_since: ago(hours(1)), failures: 5 })).toEqual(ago(hours(24)));
  });

  it("once in a time without a success, however long it is", () => {
    expect(told({ failing_since: ago(hours(40)), failures: 45 })).toEqual(ago(hours(41)));
  });

  it("not when it is switched off", () => {
    expect(told({ failing_since: ago(hours(1)), failures: 50, is_active: false })).toBeNull();
  });
});

describe("a changed webhook", () => {
  const off = aWebhook({ is_active: false, disabled_at: now, disabled_reason: "it failed", failures: 99 });

  it("loses its failures when it is switched on", () => {
    expect(withChanges(off, "usr_1", { is_active: true })).toEqual(aWebhook());
  });

  it("stays switched off when something else is changed", () => {
    expect(withChanges(off, "usr_2", { description: "new" })).toEqual({ ...off, description: "new" });
    expect(withChanges(off, "usr_2", { is_active: false })).toEqual(off);
  });
});
