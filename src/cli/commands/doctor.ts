import { configFrom } from "../../config.ts";
import type { Command } from "../command.ts";
import { examine } from "../examine.ts";
import type { Finding } from "../finding.ts";

const marks: Record<Finding["level"], string> = { good: "ok  ", advice: "note", bad: "FAIL" };

export const doctor: Command = {
  name: "doctor",
  summary: "Check the installation and print how to fix each problem.",
  details: "Exits with code 1 if something will not work.",
  async run() {
    const findings = await examine(configFrom(process.env));
    for (const { level, text, remedy } of findings) {
      console.log(`${marks[level]}  ${text}${remedy ? `\n      ${remedy}` : ""}`);
    }
    return findings.some(({ level }) => level === "bad") ? 1 : 0;
  },
};
