/** Whoever tries codes that no card has is guessing; at whichever route, the attempts of an address count together. */
export const giftCardGuess = (address: string) => ({ what: "gift-card", address });
