import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Uploads",
    description: "Files of the shop: images of products, files of imports.",
    operations: {
      "GET /admin/uploads": {
        id: "listAdminMedia",
        description:
          "Lists the pictures and files of the shop, newest first, with the products that show them: what was uploaded, and every picture that a product got by its address.",
      },
      "GET /admin/uploads/{id}": {
        id: "getAdminMedia",
        description: "Returns one picture or file with the products that show it.",
      },
      "DELETE /admin/uploads/{id}": {
        id: "deleteAdminMedia",
        description:
          "Deletes a picture or file, also from the storage if it was uploaded here. Refused if a product shows it, unless `force` is true.",
      },
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
