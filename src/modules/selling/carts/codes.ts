import { Refusal } from "../../../kernel/refusal.ts";

/** Somebody tried a code that does not exist: perhaps a slip, perhaps a guess. */
export class UnknownCode extends Refusal {
  constructor(message: string) {
    super("not_found", message);
  }
}

export const unknownDiscountCodes = (codes: readonly string[]) =>
  new UnknownCode(`Discounts with code [${codes.join(", ")}] was not found`);

export const unknownGiftCard = (code: string) =>
  new UnknownCode(`Gift card with code: ${code} was not found`);
