import { ApiError } from "@tradewind/client";
import type { TFunction } from "i18next";
import { UnreadableInput } from "./query-client.ts";

/** What went wrong, for people. The server's sentences name the field. */
export function messageOf(error: unknown, t: TFunction): string {
  if (error instanceof UnreadableInput) return t("amount.correct");
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 0) return t("error.offline");
  if (error.status === 401) return t("session.ended");
  // The server names the permission as programs know it.
  if (error.code === "missing_permission") return t("error.forbidden");
  if (error.status >= 500) return t("error.server");
  return error.message;
}
