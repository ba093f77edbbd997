import { randomBytes } from "node:crypto";
import { CODE_LENGTH, codeFrom } from "../gift-card.ts";

/** 80 random bits: nobody guesses a code, and no two cards ever get the same. */
export const newCode = (): string => codeFrom(randomBytes(CODE_LENGTH));
