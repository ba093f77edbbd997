/** Signs at the beginning of a cell that make a spreadsheet run it, also in their wide forms, behind any number of quotes. */
const RUN = "[=+\\-@\\t\\r\\n\\uFF1D\\uFF0B\\uFF0D\\uFF20]";
const runs = new RegExp(`^'*${RUN}`);
const escaped = new RegExp(`^'+${RUN}`);

/**
 * Puts a quote before a text that a spreadsheet would run as a formula. A text that is already escaped gets one more quote,
 * so that different texts stay different and can be read back.
 */
export const escapedCell = (text: string): string => (runs.test(text) ? `'${text}` : text);

/** The text that an escaped cell stands for; any other cell stands for itself. */
export const unescapedCell = (cell: string): string => (escaped.test(cell) ? cell.slice(1) : cell);
