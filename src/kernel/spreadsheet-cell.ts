/** Signs at the beginning of a cell that make a spreadsheet run it, also in their wide forms, behind any number of quotes. */
const RUN = "[=+\\-@\\t\\r\\n\\uFF1D\\uFF0B\\uFF0D\\uFF20]";
const runs = new RegExp(`^'*${RUN}`);
const escaped = new RegExp(`^'+${RUN}`);

/**
 * A text that no spreadsheet takes for a formula: a quote comes before it. Texts that look escaped already get one more,
 * so that each text has a form of its own and can be read back.
 */
export const escapedCell = (text: string): string => (runs.test(text) ? `'${text}` : text);

/** The text that an escaped cell stands for; any other cell stands for itself. */
export const unescapedCell = (cell: string): string => (escaped.test(cell) ? cell.slice(1) : cell);
