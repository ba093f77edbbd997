const known = [";", ","] as const;

/** What separates the cells, by the first line; quoted names of columns do not count. */
export function delimiterOf(header: string): (typeof known)[number] {
  const bare = header.replace(/"(?:[^"]|"")*"/g, "");
  const count = (sign: string) => bare.split(sign).length;
  return count(";") > count(",") ? ";" : ",";
}

/** Where the first line ends, or -1 when it has not ended yet; a line break in quotes is part of a name. */
export function endOfFirstLine(text: string): number {
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const sign = text[index];
    if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === "\n" || sign === "\r")) return index;
  }
  return -1;
}
