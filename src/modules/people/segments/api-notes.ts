import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Segments",
    description:
      "Customer groups whose members follow rules: what they spent, when they last ordered, tags, consent and more. The id of a segment is that of its group, so discounts, price lists, filters and exports take it like any group. Members follow within a minute; what only time changes, within an hour.",
    operations: {
      "GET /admin/segments": {
        id: "listAdminSegments",
        description: "Lists segments with the number of their members. `q` searches names.",
      },
      "POST /admin/segments": {
        id: "createAdminSegment",
        description:
          "Creates a segment and its customer group. All rules have to be met. In a large shop the members follow in the background: `is_stale` is true until then.",
      },
      "POST /admin/segments/preview": {
        id: "previewAdminSegment",
        description: "Returns how many customers match rules, and a few of them. Nothing is stored.",
      },
      "GET /admin/segments/{id}": { id: "getAdminSegment", description: "Returns one segment." },
      "POST /admin/segments/{id}": {
        id: "updateAdminSegment",
        description: "Changes the name or the rules of a segment. New rules replace the old ones.",
      },
      "DELETE /admin/segments/{id}": {
        id: "deleteAdminSegment",
        description: "Deletes a segment and its customer group. Its customers stay.",
      },
    },
  },
];
