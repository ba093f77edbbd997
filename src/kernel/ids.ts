// Crockford's: no I, L, O and U.
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Two digits at a time take half as many steps. */
const PAIRS = Array.from({ length: 32 ** 2 }, (_, value) => DIGITS[value >> 5]! + DIGITS[value & 31]!);
const HALF = 2 ** 40;

const pool = Buffer.allocUnsafe(4_000);
let used = pool.length;

/** Random bytes need a system call, so they are fetched for many ids at once. */
function random40(): number {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  used += 5;
  return pool.readUIntBE(used - 5, 5);
}

/** `digits` is even. */
function written(value: number, digits: number): string {
  let text = "";
  let rest = value;
  for (let place = 0; place < digits; place += 2) {
    text = PAIRS[rest % 1024] + text;
    rest = Math.floor(rest / 1024);
  }
  return text;
}

let time = 0;
let high = 0;
let low = 0;

/**
 * A ULID: 48 bits of time, 80 random ones. The ids of one process increase, also within a millisecond, so that rows sort in
 * the order of their creation. The increments cannot be guessed, since the id of a cart or an order gives access to it.
 */
function nextUlid(): string {
  const now = Date.now();
  if (now <= time) {
    low += 1 + random40();
    if (low >= HALF) {
      low -= HALF;
      high += 1;
    }
  }
  if (now > time || high === HALF) {
    time = Math.max(now, time + 1);
    high = random40();
    low = random40();
  }
  return written(time, 10) + written(high, 8) + written(low, 8);
}

/** `<prefix>_<ULID>`; the prefixes are those of the v1 entities, e.g. `cus`, `pcol`, `usr`. */
export const newId = (prefix: string) => `${prefix}_${nextUlid()}`;
