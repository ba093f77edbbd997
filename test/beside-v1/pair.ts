/** The two systems that get the same requests. */
export type Side = "ours" | "v1";
export const SIDES: readonly Side[] = ["ours", "v1"];

/** One value that the two systems know under different names: an id, a token, a generated code. */
export class Pair {
  constructor(
    readonly ours: string,
    readonly v1: string,
  ) {}
}

/** A request of which each system gets its own ids. */
export interface Request {
  as: string;
  method: "GET" | "POST" | "DELETE";
  path: readonly (string | Pair)[];
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string | Pair>;
  /** What it changes beside what its path names: not compared any more once the two systems have done different things. */
  concerns?: readonly (Pair | undefined)[];
  /** Sent as a form instead of a body. */
  files?: readonly SentFile[];
  /** The answer is a link: what it leads to is compared. */
  isFollowed?: boolean;
  /** The order of the list in the answer is part of the contract. */
  isOrdered?: boolean;
}

export interface SentFile {
  name: string;
  type: string;
  content: string;
}

/** at`/admin/products/${product}` */
export const at = (texts: TemplateStringsArray, ...pairs: (string | Pair)[]): (string | Pair)[] =>
  texts.flatMap((text, index) => (index < pairs.length ? [text, pairs[index]!] : [text]));

/** The value as one of the systems gets it. */
export function forSide(value: unknown, side: Side): unknown {
  if (value instanceof Pair) return value[side];
  if (Array.isArray(value)) return value.map((each) => forSide(each, side));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, forSide(each, side)]));
}

export const pathFor = ({ path }: Request, side: Side): string =>
  path.map((part) => (typeof part === "string" ? part : encodeURIComponent(part[side]))).join("");
