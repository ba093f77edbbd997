import { Refusal } from "../../../kernel/refusal.ts";

export interface AnalyticsSettings {
  opt_out: boolean;
  anonymize: boolean;
}

export const analyticsConfigNotFound = (userId: string) =>
  new Refusal("not_found", `No analytics config found for user with id: ${userId}`);
