import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Uploads",
    description: "Files of the shop: images of products, files of imports.",
    operations: {
      "POST /admin/uploads": {
        id: "uploadAdminFiles",
        description: "Stores files that everyone with their URL can load.",
      },
      "POST /admin/uploads/protected": {
        id: "uploadAdminProtectedFiles",
        description: "Stores files that only a signed link can load.",
      },
      "DELETE /admin/uploads": {
        id: "deleteAdminFile",
        description: "Deletes a stored file by its key.",
      },
      "POST /admin/uploads/download-url": {
        id: "createAdminDownloadUrl",
        description: "Returns a link to a protected file that works for a limited time.",
      },
    },
  },
];
