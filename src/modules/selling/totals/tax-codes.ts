/** A line keeps a rate by its code; of two rates with the same code the second one goes without. */
export function withUniqueCodes<Rate extends { code: string | null }>(rates: readonly Rate[]): Rate[] {
  const seen = new Set<string>();
  return rates.map((rate) => {
    if (rate.code === null || !seen.has(rate.code)) {
      if (rate.code !== null) seen.add(rate.code);
      return rate;
    }
    return { ...rate, code: null };
  });
}
