import { readTypeScript } from "./read-typescript.ts";

// `node --import tradewind/typescript --test src/*.test.ts`: tests in TypeScript on every supported Node.
readTypeScript();
