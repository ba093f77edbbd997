import { invalid } from "../../../kernel/refusal.ts";

const MAX_LENGTH = 2_000;

// A NUL, or half of a surrogate pair: PostgreSQL cannot store them.
const unsupportedText = /[\0\ud800-\udfff]/u;

const isText = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= MAX_LENGTH && !unsupportedText.test(value);

/** Checks the tracking numbers of a carrier, which may be plain JavaScript. */
export function trackingOf(answer: unknown): { number: string; url: string | null }[] {
  if (!Array.isArray(answer)) throw invalid("it gave no list");
  return answer.map((link: { number?: unknown; url?: unknown } | null) => {
    if (!isText(link?.number)) throw invalid("it gave no tracking number that can be stored");
    return { number: link.number, url: isText(link.url) ? link.url : null };
  });
}

/** Checks the labels and other documents of a carrier. */
export function documentsOf(answer: unknown): { name: string; type: string; content: string }[] {
  if (!Array.isArray(answer)) throw invalid("it gave no list");
  return answer.map((document: { name?: unknown; type?: unknown; content?: unknown } | null) => {
    const { name, type, content } = document ?? {};
    if (!isText(name) || !isText(type) || typeof content !== "string") {
      throw invalid("it gave no document that can be shown");
    }
    return { name, type, content };
  });
}
