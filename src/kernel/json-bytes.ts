/** How many bytes a value has as JSON; nothing for what is not there. */
export const jsonBytes = (value: unknown): number =>
  value === undefined || value === null ? 0 : Buffer.byteLength(JSON.stringify(value));
