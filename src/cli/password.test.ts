import { expect, it } from "vitest";
import { refuseWeakPassword } from "./password.ts";

const refused = (password: string) => () => refuseWeakPassword(password, "ada.lovelace@example.com");

it.each(["", "short", "ninechars", "password123", "supersecret", "Passwort12", "aaaaaaaaaaaa", "1234567890"])(
  "%j is refused",
  (password) => expect(refused(password)).toThrow(/^the password is (too short|easy to guess)/),
);

it("the email is refused", () => {
  expect(refused("ada.lovelace@example.com")).toThrow("easy to guess");
  expect(refused("Ada.Lovelace1")).toThrow("easy to guess");
});

it.each(["correct horse battery", "a password for the tests", "J1q8-wMz_0Ahd2Xv", "analytical"])(
  "%j is accepted",
  (password) => expect(refused(password)).not.toThrow(),
);
