/** `npm run test:short`, which CI runs: races are repeated less often than in `npm run test:faults`. */
export const isShort = process.env["TRADEWIND_TEST_SHORT"] === "1";

/** So many random cases of a race, or half of them. */
export const cases = (many: number): number => (isShort ? Math.ceil(many / 2) : many);

/** The numbers of the rounds of a race, from 1: so many, or half of them. */
export const rounds = (many: number): number[] =>
  Array.from({ length: cases(many) }, (_, index) => index + 1);
