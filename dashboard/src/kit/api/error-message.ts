import { ApiError } from "@tradewind/client";
import type { TFunction } from "i18next";

/** What went wrong, for people. The server's sentences name the field. */
export function messageOf(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 0) return t("error.offline");
  if (error.status === 401) return t("session.ended");
  if (error.status >= 500) return t("error.server");
  return error.message;
}
