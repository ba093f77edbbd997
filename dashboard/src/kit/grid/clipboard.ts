/* Spreadsheets put cells on the clipboard as lines with tabs. A cell with a tab, a line end or a quote is quoted. */

export function blockOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const source = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  for (let at = 0; at < source.length; at++) {
    const sign = source[at]!;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (source[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (sign === '"' && cell === "") isQuoted = true;
    else if (sign === "\t") {
      row.push(cell);
      cell = "";
    } else if (sign === "\n") {
      rows.push([...row, cell]);
      row = [];
      cell = "";
    } else cell += sign;
  }
  rows.push([...row, cell]);
  return rows;
}

const quoted = (cell: string) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const textOfBlock = (block: readonly (readonly string[])[]): string =>
  block.map((row) => row.map(quoted).join("\t")).join("\n");
