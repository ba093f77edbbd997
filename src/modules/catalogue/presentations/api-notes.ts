import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Products",
    operations: {
      "GET /admin/products/{id}/presentation": {
        id: "getAdminProductPresentation",
        description:
          "Returns texts for search engines, the description with formatting, alternative texts of pictures, and pictures of variants. Storefronts read it with `expand=presentation` of a product.",
      },
      "POST /admin/products/{id}/presentation": {
        id: "updateAdminProductPresentation",
        description:
          "Changes what is sent. `rich_description` is sanitized, and its plain text becomes the description of the product. A plain description that is written later wins over it.",
      },
    },
  },
];
