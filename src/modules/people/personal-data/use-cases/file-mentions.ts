import type { FileProvider } from "../../../../providers/ports/files.ts";
import type { Subject } from "../personal-data.ts";

/** Longer than any id or email: one may be cut by the border of two chunks. */
const OVERLAP = 400;

/** Whether a file contains an id or an email of the person. A file that is gone contains nothing. */
export async function fileMentions(
  files: FileProvider,
  key: string,
  { customers, orders, emails }: Subject,
): Promise<boolean> {
  const known = [...customers, ...orders, ...emails].map((each) => each.toLowerCase());
  const content = await files.read(key).catch(() => null);
  if (!content) return false;
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of content) {
    const text = rest + decoder.decode(chunk as Uint8Array, { stream: true }).toLowerCase();
    if (known.some((each) => text.includes(each))) return true;
    rest = text.slice(-OVERLAP);
  }
  return false;
}
