import { Refusal } from "../../kernel/refusal.ts";

/** A full disk or an unavailable bucket is not a client error: 503. Only the log has the reason. */
export const storageProblem = (cause: unknown): Error =>
  Object.assign(
    new Refusal("unexpected_state", "Files cannot be stored or read right now.", "storage_unavailable"),
    {
      cause,
    },
  );

/** Runs a storage operation. Its errors never expose paths or addresses. */
export async function onStorage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal ? error : storageProblem(error);
  }
}
