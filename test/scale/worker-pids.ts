import { execFileSync } from "node:child_process";

/** The processes that answer requests for the one that holds the port. */
export const workersOf = (parent: number): number[] =>
  execFileSync("ps", ["-eo", "pid=,ppid=,args="])
    .toString()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, ppid, ...words]) => Number(ppid) === parent && words.join(" ").includes("main.js start"))
    .map(([pid]) => Number(pid))
    .sort((one, other) => one - other);
