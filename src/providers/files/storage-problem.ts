import { Refusal } from "../../kernel/refusal.ts";

/** A full disk or a bucket out of reach is no fault of the client: 503, and the reason is only for the log. */
export const storageProblem = (cause: unknown): Error =>
  Object.assign(
    new Refusal("unexpected_state", "Files cannot be stored or read right now.", "storage_unavailable"),
    {
      cause,
    },
  );

/** Runs something that touches the storage; what goes wrong there never shows its paths or addresses. */
export async function onStorage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal ? error : storageProblem(error);
  }
}
