import type { ParsedCronItem } from "graphile-worker";
import type { WriteConnection } from "../db/database.ts";
import { enqueueScheduled } from "./schedule-store.ts";

const MINUTE = 60_000;
/** A task that was missed within this number of minutes runs once. */
const MAX_MISSED = 60;

/**
 * Periodic tasks, by the clock of the database. The clocks of processes differ: if one were an hour ahead, no task would be due
 * for the others for an hour.
 */
export class Schedules {
  /** The last minute that was checked. */
  private checked: number | undefined;

  constructor(private readonly items: readonly ParsedCronItem[]) {}

  async enqueueDue(on: WriteConnection, now: Date): Promise<void> {
    const minute = Math.floor(now.getTime() / MINUTE);
    if (this.checked === minute) return;
    const minutes = minutesUpTo(minute, this.checked);
    const tasks = this.items.filter(({ match }) => minutes.some((each) => match(digestOf(each))));
    if (tasks.length > 0) {
      await enqueueScheduled(on, { tasks: tasks.map(({ task }) => task), minute: new Date(minute * MINUTE) });
    }
    this.checked = minute;
  }
}

function minutesUpTo(minute: number, seen: number | undefined): number[] {
  // The clock may have been set back.
  const first = seen === undefined || seen > minute ? minute : Math.max(seen + 1, minute - MAX_MISSED);
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
