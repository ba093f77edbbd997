import { expect, it } from "vitest";
import { readableLine } from "./readable-log.ts";

const at = new Date(2026, 10, 17, 9, 5, 3, 7).getTime();
const line = (entry: object, hasColours = false) =>
  readableLine(`${JSON.stringify({ time: at, pid: 7, hostname: "vm", ...entry })}\n`, { hasColours });

it("a request is one short line", () => {
  const request = {
    level: 30,
    reqId: "r1",
    method: "GET",
    route: "/store/products/:id",
    status: 200,
    ms: 3.1,
  };
  expect(line({ ...request, msg: "request" })).toBe(
    "09:05:03.007 INFO  GET /store/products/:id 200 in 3.1 ms\n",
  );
});

it("other fields have their names, and from a warning on the request has its id", () => {
  const entry = { reqId: "r1", msg: "a webhook failed", status: 500, reason: 'no "answer"' };
  expect(line({ level: 30, ...entry })).toBe(
    '09:05:03.007 INFO  a webhook failed status=500 reason="no \\"answer\\""\n',
  );
  expect(line({ level: 40, ...entry })).toMatch(/^09:05:03\.007 WARN .* reqId="r1"\n$/);
});

it("an error has its stack below", () => {
  expect(line({ level: 50, msg: "it broke", err: { stack: "Error: no\n    at here" } })).toBe(
    "09:05:03.007 ERROR it broke\n    Error: no\n        at here\n",
  );
});

it("no text controls the terminal", () => {
  const text = line({ level: 30, msg: "\u001b[2Jgone\r", err: { message: "\u009b2J\u0007" } });
  expect(text).toBe("09:05:03.007 INFO  �[2Jgone�\n    �2J�\n");
});

it("warnings and errors have a colour if the terminal has colours", () => {
  expect(line({ level: 50, msg: "x" }, true)).toBe(
    "\u001b[90m09:05:03.007\u001b[0m \u001b[31mERROR\u001b[0m x\n",
  );
  expect(line({ level: 30, msg: "x" }, true)).toBe("\u001b[90m09:05:03.007\u001b[0m INFO  x\n");
});

it("what is no JSON stays as it is", () => {
  expect(readableLine("plain\n", { hasColours: false })).toBe("plain\n");
});
