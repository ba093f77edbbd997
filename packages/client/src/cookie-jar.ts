interface Cookie {
  value: string;
  /** Milliseconds since 1970; absent: until the end of the session. */
  expires?: number;
  isSecure: boolean;
}

/**
 * The cookies of one shop, where there is no browser that has them: `createClient({ baseUrl, cookies: new CookieJar() })`. One jar
 * is one session, so a server that renders pages needs one for each visitor.
 */
export class CookieJar {
  private readonly cookies = new Map<string, Cookie>();

  /** Begins with the cookies of a request: "connect.sid=…". */
  constructor(header = "") {
    for (const pair of header.split(";")) {
      const [name, value] = halves(pair);
      if (name) this.cookies.set(name, { value, isSecure: false });
    }
  }

  /** Takes what the server sets, as `Set-Cookie` has it. */
  store(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = "", ...parts] = line.split(";");
      const [name, value] = halves(pair);
      const attributes = new Map(parts.map(halves).map(([key, text]) => [key.toLowerCase(), text]));
      const expires = endOf(attributes);
      if (expires !== undefined && expires <= Date.now()) this.cookies.delete(name);
      else
        this.cookies.set(name, {
          value,
          isSecure: attributes.has("secure"),
          ...(expires !== undefined && { expires }),
        });
    }
  }

  /** The header of a request to this address; empty without cookies. */
  header(url: string): string {
    const pairs: string[] = [];
    for (const [name, { value, expires, isSecure }] of this.cookies) {
      if (expires !== undefined && expires <= Date.now()) this.cookies.delete(name);
      else if (!isSecure || url.startsWith("https:")) pairs.push(`${name}=${value}`);
    }
    return pairs.join("; ");
  }
}

function halves(text: string): [string, string] {
  const at = text.indexOf("=");
  return at < 0 ? [text.trim(), ""] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function endOf(attributes: ReadonlyMap<string, string>): number | undefined {
  const age = attributes.get("max-age");
  if (age !== undefined) return Date.now() + Number(age) * 1000;
  const date = Date.parse(attributes.get("expires") ?? "");
  return Number.isNaN(date) ? undefined : date;
}
