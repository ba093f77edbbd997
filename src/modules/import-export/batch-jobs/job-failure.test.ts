import { describe, expect, it } from "vitest";
import { notFound, Refusal } from "../../../kernel/refusal.ts";
import { attemptsFor, isFault, NotYet, shownError } from "./job-failure.ts";

const ofDatabase = (code: string) =>
  Object.assign(new Error("insert into secrets"), { severity: "ERROR", code });
const ofSystem = (code: string, syscall = "connect") => Object.assign(new Error("no"), { code, syscall });

describe("a failure of a job", () => {
  it("is told in the words of the rule that said no", () => {
    expect(shownError(notFound("Region", "reg_1"))).toEqual({
      message: "Region with id: reg_1 was not found",
      code: "not_found",
      err: [],
    });
    const parts = new Refusal("invalid_data", "Several things are wrong", "bad_file", ["a", "b"]);
    expect(shownError(parts)).toEqual({
      message: "Several things are wrong",
      code: "bad_file",
      err: ["a", "b"],
    });
  });

  it("shows nothing of the inside of the server", () => {
    for (const error of [ofDatabase("42601"), new TypeError("x of undefined"), "thrown text", undefined]) {
      expect(shownError(error)).toEqual({
        message: "An unknown error occurred; the log of the server says more.",
        code: "unknown",
        err: [],
      });
    }
  });

  it("is for the log when it is no refusal, or one with a cause", () => {
    expect(isFault(new TypeError())).toBe(true);
    expect(isFault(Object.assign(new Refusal("unexpected_state", "storage"), { cause: new Error() }))).toBe(
      true,
    );
    expect(isFault(notFound("Region", "reg_1"))).toBe(false);
    expect(isFault(new NotYet("no file"))).toBe(false);
  });
});

describe("what is tried again", () => {
  it.each(["08006", "53300", "57P01", "57P03", "40001", "40P01", "55P03", "25006"])(
    "a database that says %s",
    (code) => {
      expect(attemptsFor(ofDatabase(code))).toBe(20);
    },
  );

  it.each(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOENT"])("a connection with %s", (code) => {
    expect(attemptsFor(ofSystem(code))).toBe(20);
  });

  it.each([
    "Connection terminated unexpectedly",
    "timeout exceeded when trying to connect",
    "Client has encountered a connection error and is not queryable",
  ])("%s", (message) => {
    expect(attemptsFor(new Error(message))).toBe(20);
  });

  it("a storage that cannot be reached, and what is not there yet, for a shorter time", () => {
    expect(attemptsFor(new Refusal("unexpected_state", "storage", "storage_unavailable"))).toBe(5);
    expect(attemptsFor(new NotYet("no file"))).toBe(5);
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
