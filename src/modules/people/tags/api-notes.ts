import type { TagNotes } from "../../../module/api-notes.ts";

const operationsOf = (kind: "order" | "customer", noun: "Order" | "Customer") => ({
  [`GET /admin/${kind}-tags`]: {
    id: `listAdmin${noun}Tags`,
    description: `Lists the tags of ${kind}s by name. \`q\` searches names, for suggestions.`,
  },
  [`POST /admin/${kind}-tags/batch`]: {
    id: `changeAdmin${noun}Tags`,
    description: `Adds tags to up to 1,000 ${kind}s and removes others, by name. A name that is new becomes a tag; capitals make no difference. An unknown ${kind} refuses the whole request.`,
  },
  [`POST /admin/${kind}-tags/{id}`]: {
    id: `updateAdmin${noun}Tag`,
    description: `Renames a tag on all ${kind}s that have it.`,
  },
  [`POST /admin/${kind}-tags/{id}/merge`]: {
    id: `mergeAdmin${noun}Tag`,
    description: `All ${kind}s with the tag get the other one, and the tag is deleted.`,
  },
  [`DELETE /admin/${kind}-tags/{id}`]: {
    id: `deleteAdmin${noun}Tag`,
    description: `Deletes a tag. The ${kind}s stay.`,
  },
});

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Tags",
    description: "Free words on orders and on customers, by which lists and exports can be filtered.",
    operations: { ...operationsOf("order", "Order"), ...operationsOf("customer", "Customer") },
  },
];
