import type { Permission } from "../session/permissions.ts";

/** The pages below "System", each with the permission that opens it. */
export const SYSTEM_PAGES = [
  { to: "/system/webhooks", name: "system.webhooks", needs: "webhooks:read" },
] as const satisfies readonly { to: string; name: string; needs: Permission }[];
