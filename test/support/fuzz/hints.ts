/** Texts with a meaning, for properties whose schema cannot express it: by name, and in some cases by path. */
const hints: [RegExp, string, readonly string[]][] = [
  [
    /batch-jobs/,
    "type",
    [
      "product-export",
      "order-export",
      "price-list-export",
      "customer-export",
      "product-import",
      "price-list-import",
      "customer-import",
      "discount-code-import",
    ],
  ],
  [/claims/, "type", ["refund", "replace"]],
  [/claims/, "reason", ["missing_item", "wrong_item", "production_failure", "other"]],
  [/./, "type", ["default", "custom", "sale", "override"]],
  [/notes|notifications/, "resource_type", ["order", "customer", "product"]],
  [/./, "event", ["order.placed", "product.*", "*", "customer.created"]],
  [/./, "event_name", ["order.placed", "customer.created"]],
  [/./, "password", ["a long password", "correct horse", "x"]],
  [/webhooks/, "url", ["https://receiver.invalid/hook", "http://10.0.0.1/"]],
  [/./, "valid_duration", ["P1D", "P3Y6M4DT12H30M5S", "PT0S", "P99999Y"]],
  [/./, "phone", ["+45 12 34 56 78", "1"]],
  [/./, "to", ["somebody@example.com"]],
  [/./, "tracking_number", ["T1", "T2", "same"]],
  [/./, "file_key", ["file_01-note.txt", "protected/file_01-note.txt", "../etc/passwd"]],
  [/./, "image", ["https://images.example.com/1.png", "/uploads/1.png"]],
  [/./, "tag_value", ["damaged", "late"]],
  [/./, "task", ["batch-job-prepare", "tidy-up"]],
  [/./, "token", ["a.b.c", "eyJhbGciOiJub25lIn0.e30.", "guessed"]],
  [/./, "handle", ["jacket", "wool-blanket", "a/b", "Ærø"]],
  [/audit-log/, "method", ["POST", "DELETE", "get"]],
  [/audit-log/, "path", ["/admin/products", "/admin/%"]],
];

export const hintFor = ({ name, path }: { name: string; path: string }): readonly string[] | undefined =>
  hints.find(([pattern, each]) => each === name && pattern.test(path))?.[2];
