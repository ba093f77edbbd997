/** Both ends are included, as in the header. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * RFC 9110, section 14. Null means the whole file: also for a malformed header and for several ranges.
 * `unsatisfiable`: the range starts after the end of the file.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}
