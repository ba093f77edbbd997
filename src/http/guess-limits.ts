import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Db } from "../db/database.ts";
import { Refusal } from "../kernel/refusal.ts";
import { countGuess, findTrusted, forgiveGuess, trust } from "./guess-store.ts";
import type { Waits } from "./waits.ts";

interface Guess {
  /** The kind of credential, e.g. `admin-login`. */
  what: string;
  /** The account (email, code, ...) that is tried; absent where only the address counts. */
  account?: string;
  address: string;
}

type Counted = Awaited<ReturnType<typeof countGuess>>[number];

const QUARTER_OF_AN_HOUR = 15 * 60;

/** Failed logins at one account from all addresses, in multiples of those from one, before unknown addresses are slowed down. */
const FROM_ALL_ADDRESSES = 5;
/** Slowed down means one attempt a second; an attempt that would wait longer than this many seconds is refused. */
const SLOW_ATTEMPTS = 10;
const SECOND = 1_000;

/**
 * Limits failed guesses, in the database, so that all processes count together. An attempt is counted before it
 * is made and forgiven when it succeeds: many attempts at the same moment cannot slip through.
 */
export class GuessLimits {
  constructor(
    private readonly db: Db,
    private readonly limits: { perAccount: number; perAddress: number },
    private readonly waits: Pick<Waits, "pause">,
  ) {}

  async guarded<T>(
    guess: Guess,
    attempt: () => Promise<T>,
    isSuccess: (result: T) => boolean = () => true,
  ): Promise<T> {
    const names = namesOf(guess);
    const keys = [names.address];
    refuseAbove(this.limits.perAddress, await this.count(names.address));
    if (guess.account !== undefined) {
      keys.push(names.account);
      refuseAbove(this.limits.perAccount, await this.count(names.account));
    }
    return this.counted(keys, attempt, isSuccess);
  }

  /**
   * A login fails for its own mistakes only. Failures count for the address and the account together; those from
   * elsewhere slow unknown addresses down, and never an address from which this account has logged in before. That one is not
   * refused for failures of its own either, only slowed down: others may share it.
   */
  async guardedLogin<T>(guess: Guess & { account: string }, attempt: () => Promise<T>): Promise<T> {
    const names = namesOf(guess);
    const isTrusted = (await findTrusted(this.db, { key: names.trusted })).length > 0;
    const slow = isTrusted ? names.slowPair : names.slowAccount;
    const check = async (limit: number, counted: Counted) => {
      if (!isTrusted) refuseAbove(limit, counted);
      else if (counted.hits > limit) await this.slowDown(slow);
    };
    // One after the other: an address that is refused for many failures writes no rows for further accounts.
    await check(this.limits.perAddress, await this.count(names.address));
    await check(this.limits.perAccount, await this.count(names.pair));
    const everywhere = await this.count(names.account);
    if (!isTrusted && everywhere.hits > this.limits.perAccount * FROM_ALL_ADDRESSES)
      await this.slowDown(slow);
    const result = await this.counted([names.address, names.pair, names.account], attempt, () => true);
    await trust(this.db, { key: names.trusted });
    return result;
  }

  private async counted<T>(
    keys: string[],
    attempt: () => Promise<T>,
    isSuccess: (result: T) => boolean,
  ): Promise<T> {
    try {
      const result = await attempt();
      if (isSuccess(result)) await this.forgive(keys);
      return result;
    } catch (error) {
      // Only a refused credential is a failed guess; a malformed request or a fault of ours is not.
      const isFailedGuess = error instanceof Refusal && error.type === "unauthorized";
      if (!isFailedGuess) await this.forgive(keys);
      throw error;
    }
  }

  /** One attempt a second, over all processes: each of those that come together waits for one second longer. */
  private async slowDown(key: string): Promise<void> {
    const counted = await this.count(key, SLOW_ATTEMPTS);
    refuseAbove(SLOW_ATTEMPTS, counted);
    await this.waits.pause(counted.hits * SECOND);
  }

  private async count(key: string, seconds = QUARTER_OF_AN_HOUR): Promise<Counted> {
    const [counted] = await countGuess(this.db, { keys: [key], seconds });
    return counted!;
  }

  // Always in the same order, so that two attempts cannot wait for each other.
  private forgive = (keys: string[]) => forgiveGuess(this.db, { keys: keys.sort() });
}

function namesOf({ what, account = "", address }: Guess) {
  const network = networkOf(address);
  const at = createHash("sha256").update(account.trim().toLowerCase()).digest("base64url");
  return {
    address: `${what}:from:${network}`,
    account: `${what}:at:${at}`,
    pair: `${what}:at:${at}:from:${network}`,
    trusted: `${what}:trusted:${at}:from:${network}`,
    slowAccount: `${what}:slow:${at}`,
    slowPair: `${what}:slow:${at}:from:${network}`,
  };
}

/** Refuses an attempt above the limit, and says when the next one is accepted. */
export function refuseAbove(limit: number, { hits, seconds }: Counted): void {
  if (hits <= limit) return;
  throw new Refusal("too_many_requests", `Too many attempts. Try again in ${waitFor(seconds)}.`);
}

const waitFor = (seconds: number) => {
  const left = Math.max(1, Math.ceil(seconds / 60));
  return left === 1 ? "a minute" : `${left} minutes`;
};

/**
 * The network that an address is counted under. A client with one IPv6 address usually has a whole /64, so that is what
 * counts. An IPv6 address that maps an IPv4 address counts as the latter.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, "").toLowerCase();
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (mapped) return mapped[1]!;
  const [head = "", tail] = plain.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail ? tail.split(":") : [];
  // An IPv4 address at the end takes the place of two groups.
  const taken = front.length + back.length + (plain.includes(".") ? 1 : 0);
  const groups = tail === undefined ? front : [...front, ...Array(8 - taken).fill("0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
