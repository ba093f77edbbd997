import type { Permission } from "../../data/session/permissions.ts";

/** The pages below "System", each with the permission that opens it. */
export const SYSTEM_PAGES = [
  { to: "/system/webhooks", name: "nav.webhooks", needs: "webhooks:read" },
  { to: "/system/events", name: "nav.events", needs: "events:read" },
  { to: "/system/audit", name: "nav.audit", needs: "audit:read" },
  { to: "/system/jobs", name: "nav.jobs", needs: "jobs:read" },
  { to: "/system/health", name: "nav.health", needs: "jobs:read" },
] as const satisfies readonly { to: string; name: string; needs: Permission }[];
