import type { Permission } from "../session/permissions.ts";

/** The pages below "System", each with the permission that opens it. */
export const SYSTEM_PAGES = [
  { to: "/system/webhooks", name: "system.webhooks", needs: "webhooks:read" },
  { to: "/system/events", name: "system.events", needs: "events:read" },
  { to: "/system/audit", name: "system.audit", needs: "audit:read" },
  { to: "/system/jobs", name: "system.jobs", needs: "jobs:read" },
  { to: "/system/health", name: "system.health", needs: "jobs:read" },
] as const satisfies readonly { to: string; name: string; needs: Permission }[];
