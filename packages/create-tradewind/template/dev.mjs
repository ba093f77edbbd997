// npm run dev: compiles the sources when they change, and restarts the shop when the plugins are compiled.
import { spawn } from "node:child_process";

// In groups of their own: a program may start others, and all of them are to end.
const started = (command, ...words) => spawn(command, words, { stdio: "inherit", detached: true });

const programs = [
  started("tsc", "--watch", "--preserveWatchOutput"),
  // Node watches the files that the server has loaded.
  started(
    process.execPath,
    "--watch",
    "--watch-preserve-output",
    "node_modules/tradewind/dist/main.js",
    "start",
  ),
];
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    for (const { pid, exitCode } of programs) if (exitCode === null) process.kill(-pid, signal);
  });
