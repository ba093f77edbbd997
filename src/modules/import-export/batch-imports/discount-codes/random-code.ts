/** Without letters and digits that are taken for each other. */
const SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** As many codes as this for each that is wanted: guessing must not pay, and hardly any is made twice. */
const ROOM = 1_000;

export const hasRoom = (count: number, length: number): boolean => SIGNS.length ** length >= count * ROOM;

/** Of bytes by chance; as there are 32 signs, all of them are equally likely. */
export const codeFrom = (prefix: string, bytes: Uint8Array): string =>
  prefix + [...bytes].map((byte) => SIGNS[byte % SIGNS.length]).join("");
