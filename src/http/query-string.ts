import qs from "qs";

// Generous for any honest query; each bound keeps a hostile one cheap.
const LIMITS = { depth: 3, arrayLimit: 1_000, parameterLimit: 2_000 };
const OPTIONS = { ...LIMITS, ignoreQueryPrefix: true, plainObjects: true };

/** `a=1`, `a[]=1&a[]=2`, `a[0]=1`, `a[key]=1`; `+` and `%20` are spaces. */
export const parseQueryString = (text: string): Record<string, unknown> =>
  text === "" ? Object.create(null) : (qs.parse(text, OPTIONS) as Record<string, unknown>);
