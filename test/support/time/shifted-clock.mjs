// A clock that a test sets: by how many milliseconds it is wrong stands in a file, which is read again at SIGUSR2.
// Timers and performance.now() go on as before, as they do when the clock of a machine is set.
import { readFileSync } from "node:fs";

const Real = Date;
let shift = 0;
const read = () => {
  try {
    shift = Number(readFileSync(process.env.SHIFTED_CLOCK, "utf8"));
  } catch {
    // Nobody has set it yet.
  }
};
read();
process.on("SIGUSR2", read);

const now = () => Real.now() + shift;

globalThis.Date = new Proxy(Real, {
  construct: (target, args) => (args.length === 0 ? new target(now()) : new target(...args)),
  apply: (target) => new target(now()).toString(),
  get: (target, name) => (name === "now" ? now : target[name]),
});
