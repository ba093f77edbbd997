/** What has become of a session while its provider was asked: `outdated` where another request had it changed there, too. */
export type OpeningOutcome = "saved" | "outdated" | "gone";

/** A session that is there as it was asked about is saved; one that was not is looked at: what was paid for may stay as it is. */
export async function openingOutcome(
  saved: readonly unknown[],
  look: () => Promise<readonly { is_paid: boolean }[]>,
): Promise<OpeningOutcome> {
  if (saved.length > 0) return "saved";
  const [found] = await look();
  if (!found) return "gone";
  return found.is_paid ? "saved" : "outdated";
}
