import type { Granted } from "../kernel/permissions.ts";

/** Who sends a request. A session may hold a user and a customer at the same time. */
export interface Caller {
  userId: string | null;
  customerId: string | null;
  /** What the user may do; nothing without a user. */
  granted: Granted;
  /** The API token that the request was sent with, if it was. */
  apiToken?: string;
}
