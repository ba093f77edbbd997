import type { ParsedCronItem } from "graphile-worker";
import type { WriteConnection } from "../db/database.ts";
import { enqueueScheduled } from "./schedule-store.ts";

const MINUTE = 60_000;
/** Schedules missed while no process ran are done once, if they were due within so many minutes. */
const MOST_MISSED = 60;

/**
 * What is due again and again, by the clock of the database. Those of processes differ, and may be set: with the clock
 * of a machine that is an hour ahead nothing would be due for all others for an hour.
 */
export class Schedules {
  /** The last minute that was looked at. */
  private seen: number | undefined;

  constructor(private readonly items: readonly ParsedCronItem[]) {}

  async enqueueDue(on: WriteConnection, now: Date): Promise<void> {
    const minute = Math.floor(now.getTime() / MINUTE);
    if (this.seen === minute) return;
    const minutes = minutesUpTo(minute, this.seen);
    const tasks = this.items.filter(({ match }) => minutes.some((each) => match(digestOf(each))));
    if (tasks.length > 0) {
      await enqueueScheduled(on, { tasks: tasks.map(({ task }) => task), minute: new Date(minute * MINUTE) });
    }
    this.seen = minute;
  }
}

function minutesUpTo(minute: number, seen: number | undefined): number[] {
  // A clock that was set back is believed.
  const first = seen === undefined || seen > minute ? minute : Math.max(seen + 1, minute - MOST_MISSED);
  return Array.from({ length: minute - first + 1 }, (_, index) => first + index);
}

function digestOf(minute: number) {
  const time = new Date(minute * MINUTE);
  return {
    min: time.getUTCMinutes(),
    hour: time.getUTCHours(),
    date: time.getUTCDate(),
    month: time.getUTCMonth() + 1,
    dow: time.getUTCDay(),
  };
}
