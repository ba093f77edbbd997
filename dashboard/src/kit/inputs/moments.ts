const two = (number: number) => String(number).padStart(2, "0");

/** A moment as date pickers write it: `2026-11-17 18:30:00`, by the clock of the user. */
export function toLocalTime(moment: string | null | undefined): string | null {
  if (!moment) return null;
  const date = new Date(moment);
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")}`;
}

/** The other way round. */
export const fromLocalTime = (local: string | null): string | null =>
  local ? new Date(local.replace(" ", "T")).toISOString() : null;
