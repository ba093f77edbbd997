// npm run dev: compiles the sources when they change, and restarts the shop when the plugins are compiled.
import { spawn } from "node:child_process";

const main = "node_modules/tradewind/dist/main.js";
const programs = [
  spawn("tsc", ["--watch", "--preserveWatchOutput"], { stdio: "inherit" }),
  // Node watches the files that the server has loaded.
  spawn(process.execPath, ["--watch", "--watch-preserve-output", main, "start"], { stdio: "inherit" }),
];
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => {
    for (const program of programs) program.kill(signal);
  });
