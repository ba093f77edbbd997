import { describe, expect, it } from "vitest";
import { notFound, Refusal } from "../../../kernel/refusal.ts";
import { attemptsFor, errorForResult, isServerError, NotAvailableYet } from "./job-failure.ts";

const ofDatabase = (code: string) =>
  Object.assign(new Error("insert into secrets"), { severity: "ERROR", code });
const ofSystem = (code: string, syscall = "connect") => Object.assign(new Error("no"), { code, syscall });

describe("a failure of a job", () => {
  it("has the message of the refusal", () => {
    expect(errorForResult(notFound("Region", "reg_1"))).toEqual({
      message: "Region with id: reg_1 was not found",
      code: "not_found",
      err: [],
    });
    const parts = new Refusal("invalid_data", "Several things are wrong", "bad_file", ["a", "b"]);
    expect(errorForResult(parts)).toEqual({
      message: "Several things are wrong",
      code: "bad_file",
      err: ["a", "b"],
    });
  });

  it("shows no internals of the server", () => {
    for (const error of [ofDatabase("42601"), new TypeError("x of undefined"), "thrown text", undefined]) {
      expect(errorForResult(error)).toEqual({
        message: "An unknown error occurred; see the log of the server.",
        code: "unknown",
        err: [],
      });
    }
  });

  it("is logged unless it is a refusal without a cause", () => {
    expect(isServerError(new TypeError())).toBe(true);
    expect(
      isServerError(Object.assign(new Refusal("unexpected_state", "storage"), { cause: new Error() })),
    ).toBe(true);
    expect(isServerError(notFound("Region", "reg_1"))).toBe(false);
    expect(isServerError(new NotAvailableYet("no file"))).toBe(false);
  });
});

describe("retries", () => {
  it.each(["08006", "53300", "57P01", "57P03", "40001", "40P01", "55P03", "25006"])(
    "a database error %s",
    (code) => {
      expect(attemptsFor(ofDatabase(code))).toBe(20);
    },
  );

  it.each(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOENT"])("a connection with %s", (code) => {
    expect(attemptsFor(ofSystem(code))).toBe(20);
  });

  it("a storage that cannot be reached, and a missing file, for a shorter time", () => {
    expect(attemptsFor(new Refusal("unexpected_state", "storage", "storage_unavailable"))).toBe(5);
    expect(attemptsFor(new NotAvailableYet("no file"))).toBe(5);
  });

  it.each([
    ["a refusal", notFound("Region", "reg_1")],
    ["a wrong statement", ofDatabase("42601")],
    ["a broken constraint", ofDatabase("23505")],
    ["a missing file", ofSystem("ENOENT", "open")],
    ["a fault of ours", new TypeError()],
    ["nothing at all", undefined],
  ])("but not %s", (_, error) => {
    expect(attemptsFor(error)).toBe(1);
  });
});
