// The command line of a checkout: the built file, after building it if a source is newer.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import "./build.mjs";

const main = resolve(fileURLToPath(import.meta.url), "../../dist/main.js");
// Workers are started with the path of the program.
process.argv[1] = main;
await import(main);
