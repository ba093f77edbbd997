import { cacheRaces } from "./document-cache-races.ts";

cacheRaces("cached responses");
