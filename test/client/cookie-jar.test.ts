import { describe, expect, it } from "vitest";
import { CookieJar } from "../../packages/client/src/index.ts";

const PAGE = "http://shop.example/store/carts";

const jarWith = (...lines: string[]) => {
  const jar = new CookieJar();
  jar.store(lines);
  return jar;
};

describe("a jar of cookies", () => {
  it("sends what the server has set last", () => {
    const jar = jarWith("connect.sid=s%3Aone.two=; Path=/; HttpOnly", "theme=dark");
    expect(jar.header(PAGE)).toBe("connect.sid=s%3Aone.two=; theme=dark");
    jar.store(["theme=light; SameSite=Lax"]);
    expect(jar.header(PAGE)).toBe("connect.sid=s%3Aone.two=; theme=light");
  });

  it.each(["Max-Age=0", "Max-Age=-1", "Expires=Thu, 01 Jan 1970 00:00:00 GMT"])(
    "forgets what the server ends with %s",
    (end) => {
      const jar = jarWith("connect.sid=one");
      jar.store([`connect.sid=; Path=/; ${end}`]);
      expect(jar.header(PAGE)).toBe("");
    },
  );

  it("has cookies until they end", () => {
    expect(jarWith("a=1; Max-Age=3600", "b=2; Expires=Fri, 01 Jan 2100 00:00:00 GMT").header(PAGE)).toBe(
      "a=1; b=2",
    );
  });

  it("sends secure cookies over TLS only", () => {
    const jar = jarWith("connect.sid=one; Secure");
    expect(jar.header(PAGE)).toBe("");
    expect(jar.header(PAGE.replace("http:", "https:"))).toBe("connect.sid=one");
  });

  it("begins with the header of a request", () => {
    expect(new CookieJar("connect.sid=one; theme=dark").header(PAGE)).toBe("connect.sid=one; theme=dark");
    expect(new CookieJar("").header(PAGE)).toBe("");
  });
});
