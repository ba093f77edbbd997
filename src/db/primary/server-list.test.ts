import { describe, expect, it } from "vitest";
import { serversOf } from "./server-list.ts";

describe("the servers in an address of a database", () => {
  it.each<[string, string[]]>([
    ["postgres://shop:secret@db/shop", ["postgres://shop:secret@db/shop"]],
    ["postgresql://localhost:5432/shop?host=/run/pg", ["postgresql://localhost:5432/shop?host=/run/pg"]],
    [
      "postgres://pool/shop?target_session_attrs=read-write",
      ["postgres://pool/shop?target_session_attrs=read-write"],
    ],
    ["postgres://a,b/shop", ["postgres://a/shop", "postgres://b/shop"]],
    [
      "postgres://shop:s%2Cc@db1:5432,db2:5433,[::1]:5434/shop?sslmode=require&target_session_attrs=primary",
      [
        "postgres://shop:s%2Cc@db1:5432/shop?sslmode=require",
        "postgres://shop:s%2Cc@db2:5433/shop?sslmode=require",
        "postgres://shop:s%2Cc@[::1]:5434/shop?sslmode=require",
      ],
    ],
    [
      "postgres://shop@/shop?host=db1,/run/pg&port=5433",
      ["postgres://shop@db1:5433/shop", "postgres://shop@localhost:5433/shop?host=%2Frun%2Fpg"],
    ],
    ["postgres:///shop?host=a,b&port=1,2", ["postgres://a:1/shop", "postgres://b:2/shop"]],
  ])("%s", (url, servers) => {
    expect(serversOf(url)).toEqual(servers);
    for (const server of servers) expect(() => new URL(server)).not.toThrow();
  });

  it.each([
    ["mysql://a/shop", "it must begin with postgres:// or postgresql://"],
    ["postgres://a,,b/shop", '"" is not the name of a server, or a name and a port'],
    ["postgres://a:port,b/shop", '"a:port" is not the name of a server, or a name and a port'],
    [
      "postgres://a,b/shop?target_session_attrs=standby",
      "target_session_attrs must be read-write or primary",
    ],
  ])("refuses %s", (url, message) => {
    expect(() => serversOf(url)).toThrow(message);
  });
});
