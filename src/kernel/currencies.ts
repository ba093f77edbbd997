/**
 * How many decimals the minor unit of a currency has, by ISO 4217 (withdrawn currencies as last published).
 *
 * In code, not in the currency table: amounts are stored as integers in this unit, so the exponent is part of what
 * the numbers mean. It must not change with a row, and pure calculations need it without a query.
 */
const codesByExponent: [exponent: number, codes: string][] = [
  [0, "bif clp djf gnf isk jpy kmf krw pyg rwf ugx vnd xaf xof"],
  [3, "bhd iqd jod kwd lyd omr tnd"],
  [
    2,
    `aed afn all amd ars aud azn bam bdt bgn bnd bob brl bwp byn bzd cad cdf chf cny cop crc cve czk dkk dop dzd eek
     egp ern etb eur gbp gel ghs gtq hkd hnl hrk huf idr ils inr irr jmd kes khr kzt lbp lkr ltl lvl mad mdl mga mkd
     mmk mnt mop mur mxn myr mzn nad ngn nio nok npr nzd pab pen php pkr pln qar ron rsd rub sar sdg sek sgd sos syp
     thb top try ttd twd tzs uah usd uyu uzs vef yer zar zmk zwl`,
  ],
];

/** Lower-case code to exponent, for every currency a new database knows. */
export const currencyExponents: ReadonlyMap<string, number> = new Map(
  codesByExponent.flatMap(([exponent, codes]) => codes.split(/\s+/).map((code) => [code, exponent] as const)),
);

/** Nearly all currencies have two decimals, so an unknown one is taken to have two as well. */
export const exponentOf = (code: string): number => currencyExponents.get(code.toLowerCase()) ?? 2;

/** `19.95 USD` */
export const shownAmount = (amount: number, code: string): string => {
  const digits = exponentOf(code);
  return `${(amount / 10 ** digits).toFixed(digits)} ${code.toUpperCase()}`;
};
