/** Everyone who has the code of a gift card can spend it, so others see its end only: `****-****-****-AB12`. */
export const maskedCode = (code: string): string => {
  const shown = shownEnd(code.length);
  return code.slice(0, code.length - shown).replace(/[^-]/g, "*") + code.slice(code.length - shown);
};

/** Codes of v1 and ours are long. Of a short one that a person has written by hand, less is shown. */
const shownEnd = (length: number) => Math.min(4, Math.floor(length / 2));

/** The end that a masked code shows, in SQL. */
export const shownEndSql = (code: string) => `right(${code}, least(4, length(${code}) / 2))`;

type Row = Record<string, unknown>;

/**
 * An answer in which the codes of gift cards are masked. Gift cards are called `gift_card` and `gift_cards` wherever they are, also in
 * relations that the request chose. What has no gift cards is returned as it is.
 */
export function withMaskedCodes(value: unknown): unknown {
  if (Array.isArray(value)) return mapped(value, withMaskedCodes);
  if (typeof value !== "object" || value === null) return value;
  return changedRow(value as Row, (name, each) => {
    const masked = withMaskedCodes(each);
    if (name === "gift_card") return cardWithMaskedCode(masked);
    return name === "gift_cards" && Array.isArray(masked) ? mapped(masked, cardWithMaskedCode) : masked;
  });
}

const cardWithMaskedCode = (card: unknown): unknown =>
  typeof card === "object" && card !== null && typeof (card as Row).code === "string"
    ? { ...card, code: maskedCode((card as { code: string }).code) }
    : card;

/** Cached rows are frozen and shared, so a change makes a copy. */
function changedRow(row: Row, change: (name: string, value: unknown) => unknown): Row {
  let copy: Row | undefined;
  for (const name in row) {
    const value = row[name];
    if (typeof value !== "object" || value === null) continue;
    const next = change(name, value);
    if (next === value) continue;
    copy ??= { ...row };
    copy[name] = next;
  }
  return copy ?? row;
}

function mapped(values: unknown[], change: (value: unknown) => unknown): unknown[] {
  const next = values.map(change);
  return next.some((each, index) => each !== values[index]) ? next : values;
}
