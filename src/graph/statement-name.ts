import { createHash } from "node:crypto";

/** The same text has the same name on every connection. */
export const statementName = (text: string, kind = "graph"): string =>
  `${kind}-${createHash("sha256").update(text).digest("base64url").slice(0, 24)}`;
