import { expect, it } from "vitest";
import { reasonWithoutLogin } from "./smtp-errors.ts";

const URL = "smtp://shop%40example.com:p%40ss%2Fword@mail.example:587";

it("the reason of a mail server has no login in it, however the server repeats it", () => {
  const base64 = Buffer.from("\0shop@example.com\0p@ss/word").toString("base64");
  const said = `535 wrong: shop@example.com p@ss/word p%40ss%2Fword ${base64}`;
  expect(reasonWithoutLogin(new Error(said), URL)).toBe("535 wrong: *** *** *** ***");
});

it("the reason of a mail server without a login stays as it is", () => {
  expect(reasonWithoutLogin(new Error("connect ECONNREFUSED"), "smtp://mail.example:25")).toBe(
    "connect ECONNREFUSED",
  );
});
