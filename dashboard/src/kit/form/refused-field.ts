import { ApiError } from "@tradewind/client";

const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500;

/** The field that a refusal is about: the server's sentences begin with its name. */
export function refusedField(error: unknown, fields: readonly string[]): string | undefined {
  if (!isRefusal(error)) return undefined;
  const [first] = error.message.split(/[ :]/, 1);
  return fields.find((field) => field === first);
}

/** `variants.0.custom_fields.material` */
export const CUSTOM_FIELD = /(?:[\w.]*\.)?custom_fields\.([a-z][a-z0-9_]*)/;

/** The name of the field of the shop that a refusal is about. */
export const refusedCustomField = (error: unknown): string | undefined =>
  isRefusal(error) ? CUSTOM_FIELD.exec(error.message)?.[1] : undefined;
