const WITHOUT_DIGITS = new Set("bif clp djf gnf isk jpy kmf krw pyg rwf ugx vnd xaf xof".split(" "));
const WITH_THREE = new Set("bhd iqd jod kwd lyd omr tnd".split(" "));

/** How many digits an amount has behind the point, as the server counts them; browsers differ for some currencies. */
export function digitsOf(currency: string): number {
  const code = currency.toLowerCase();
  if (WITHOUT_DIGITS.has(code)) return 0;
  return WITH_THREE.has(code) ? 3 : 2;
}
