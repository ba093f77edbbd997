type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const ID = /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/i;
// Totals that the documentation of v1 lists and v1 leaves out of some answers.
const MAY_BE_MORE = /_total$|^refundable_amount$/;
// An address of IPv4 as a server sees it that listens on IPv6.
const V4_IN_V6 = /^::ffff:/;
const TIME = /^\d{4}-\d\d-\d\dT/;

/** Where two answers are not the same, in words; null where they are. */
export const firstDifference = (ours: Json, theirs: Json, path: string): string | null =>
  between(comparable(ours), comparable(theirs), path);

/** Ids and times are of one run and one system; lists within an answer have no order that is promised. */
function comparable(value: Json): Json {
  if (typeof value === "string") return comparableText(value);
  if (Array.isArray(value)) return value.map(comparable).sort(byText);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, key === "id" ? "<id>" : comparable(value[key]!)]));
}

function comparableText(text: string): string {
  if (ID.test(text)) return "<id>";
  return TIME.test(text) ? "<time>" : text.replace(V4_IN_V6, "");
}

const byText = (one: Json, other: Json): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function between(ours: Json, theirs: Json, path: string): string | null {
  if (isObject(ours) && isObject(theirs)) return ofObjects(ours, theirs, path);
  if (Array.isArray(ours) && Array.isArray(theirs)) return ofLists(ours, theirs, path);
  return ours === theirs ? null : `${path} is ${short(ours)} here and ${short(theirs)} there`;
}

function ofObjects(ours: { [key: string]: Json }, theirs: { [key: string]: Json }, path: string) {
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const at = `${path}.${key}`;
    if (!(key in ours)) return `${at} is only there`;
    if (!(key in theirs) && MAY_BE_MORE.test(key)) continue;
    if (!(key in theirs)) return `${at} is only here`;
    const difference = between(ours[key]!, theirs[key]!, at);
    if (difference) return difference;
  }
  return null;
}

function ofLists(ours: Json[], theirs: Json[], path: string) {
  if (ours.length !== theirs.length) return `${path} has ${ours.length} here and ${theirs.length} there`;
  for (const [index, value] of ours.entries()) {
    const difference = between(value, theirs[index]!, `${path}[${index}]`);
    if (difference) return difference;
  }
  return null;
}

const short = (value: Json): string => JSON.stringify(value).slice(0, 80);
