import { version } from "../../package-root.ts";
import type { Command } from "../command.ts";
import { examine } from "../doctor/examine.ts";
import type { Finding } from "../doctor/finding.ts";

const marks: Record<Finding["level"], string> = { ok: "ok  ", note: "note", fail: "FAIL" };

export const doctor: Command = {
  name: "doctor",
  summary: "Check the installation and print how to fix each problem.",
  details: "Exits with code 1 if something must be mended. Changes nothing.",
  options: { json: { help: "Print the findings as JSON." } },
  async run(given) {
    const findings = await examine(process.env);
    const isHealthy = findings.every(({ level }) => level !== "fail");
    if (given["json"]) console.log(JSON.stringify({ version, healthy: isHealthy, findings }, null, 2));
    else for (const finding of findings) console.log(lineOf(finding));
    // Plugins may have timers and connections, which would keep this process alive.
    return process.exit(isHealthy ? 0 : 1);
  },
};

const lineOf = ({ level, text, remedy }: Finding) =>
  `${marks[level]}  ${text}${remedy ? `\n      ${remedy}` : ""}`;
