import { ApiError } from "@tradewind/client";

/** The field that a refusal is about: the server's sentences begin with its name. */
export function refusedField(error: unknown, fields: readonly string[]): string | undefined {
  if (!(error instanceof ApiError) || error.status >= 500) return undefined;
  const [first] = error.message.split(/[ :]/, 1);
  return fields.find((field) => field === first);
}
