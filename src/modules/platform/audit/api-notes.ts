import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Audit log",
    description: "Who changed what.",
    operations: {
      "GET /admin/audit-log": {
        id: "listAdminAuditLog",
      },
    },
  },
];
