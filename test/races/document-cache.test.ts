import { cacheRaces } from "../support/document-cache-races.ts";

cacheRaces("cached responses");
