import { Counter, Gauge, type Registry } from "prom-client";
import type { ResponseCache } from "./response-cache.ts";

export function responseCacheMetrics(register: Registry, cache: ResponseCache): void {
  new Counter({
    name: "tradewind_response_cache_requests_total",
    help: "Catalogue answers, sent from the response cache or made.",
    labelNames: ["outcome"],
    registers: [register],
    collect() {
      this.reset();
      this.inc({ outcome: "hit" }, cache.hits);
      this.inc({ outcome: "miss" }, cache.misses);
    },
  });
  new Gauge({
    name: "tradewind_response_cache_bytes",
    help: "Memory of the response cache.",
    registers: [register],
    collect() {
      this.set(cache.size);
    },
  });
}
