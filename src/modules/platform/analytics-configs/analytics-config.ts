import { Refusal } from "../../../kernel/refusal.ts";

export interface AnalyticsChoice {
  opt_out: boolean;
  anonymize: boolean;
}

export const noConfig = (userId: string) =>
  new Refusal("not_found", `No analytics config found for user with id: ${userId}`);
