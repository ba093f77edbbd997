import fc from "fast-check";

const contentTypes = [
  "text/plain",
  "application/xml",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
  "application/json;;;",
  "application/json, text/plain",
  "application/vnd.api+json",
  "APPLICATION/JSON",
  "json",
  "/",
  "",
  "*/*",
  "application/json\u00ff",
];

const tokens = [
  "guessed",
  "a.b.c",
  "..",
  "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJ1c2VyX2lkIjoidXNyXzEifQ.",
  "eyJhbGciOiJIUzI1NiJ9.e30.",
  "' or 1=1 --",
  "x".repeat(4_000),
  "\u00e9\u00ff",
];

const before: Record<string, string> = { authorization: "Bearer ", cookie: "connect.sid=" };

/** Headers that no client sends with such a request. */
const lines: [string, string | string[]][] = [
  ...contentTypes.map((type): [string, string] => ["content-type", type]),
  ...["authorization", "x-medusa-access-token", "cookie", "x-publishable-api-key"].flatMap((name) =>
    tokens.map((token): [string, string] => [name, `${before[name] ?? ""}${token}`]),
  ),
  ["authorization", "Basic YTpi"],
  ["authorization", "Bearer"],
  ["authorization", ""],
  ["cookie", "connect.sid=%00"],
  ["cookie", "connect.sid=%E0%A4%A"],
  ["cookie", "connect.sid=; ;;=;=a;__proto__=b;constructor=c"],
  ["cookie", "connect.sid=a; connect.sid=b"],
  ["cookie", `a=${"x".repeat(8_000)}`],
  ["idempotency-key", "x".repeat(256)],
  ["idempotency-key", "\u00e9\u00fc"],
  ["idempotency-key", " "],
  ["idempotency-key", ["a", "b"]],
  ["idempotency-key", "__proto__"],
  ["x-request-id", "a b{}"],
  ["x-request-id", "x".repeat(5_000)],
  ["content-encoding", "gzip"],
  ["transfer-encoding", "chunked"],
  ["expect", "200-ok"],
  ["expect", "100-continue"],
  ["upgrade", "websocket"],
  ["range", "bytes=0-99999999999999999999"],
  ["accept", "text/html"],
  ["accept-language", "x".repeat(2_000)],
  ["origin", "null"],
  ["origin", "https://evil.example"],
  ["sec-fetch-site", "cross-site"],
  ["x-forwarded-for", "1.2.3.4, '; drop table customer; --"],
  ["x-forwarded-proto", "javascript"],
  ["x-forwarded-host", "evil.example"],
  ["x-http-method-override", "DELETE"],
  ["if-none-match", "*"],
  ["host", "evil.example"],
  ["host", ""],
  ["x-long", "x".repeat(20_000)],
  ["x-many", Array.from({ length: 60 }, () => "value")],
];

/** One or two of them. */
export const envelope = (): fc.Arbitrary<Record<string, string | string[]>> => {
  const line = fc.constantFrom(...lines).map(([name, value]) => ({ [name]: value }));
  return fc.tuple(line, fc.oneof(fc.constant({}), line)).map(([one, other]) => ({ ...other, ...one }));
};
