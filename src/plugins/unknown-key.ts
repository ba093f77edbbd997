/** A key that is not known is a typo, which would otherwise do nothing. What it is and what there is, or null. */
export function unknownKey(what: string, given: object, known: readonly string[]): string | null {
  const key = Object.keys(given).find((each) => !known.includes(each));
  return key === undefined ? null : `${what} has ${key}, which there is not: there are ${known.join(", ")}`;
}
