import { Counter, Gauge, type Registry } from "prom-client";
import type { RememberedAnswers } from "./remembered-answers.ts";

export function answerMetrics(register: Registry, answers: RememberedAnswers): void {
  new Counter({
    name: "tradewind_remembered_answers_total",
    help: "Answers about the catalogue: sent again as they were remembered, or made.",
    labelNames: ["outcome"],
    registers: [register],
    collect() {
      this.reset();
      this.inc({ outcome: "remembered" }, answers.hits);
      this.inc({ outcome: "made" }, answers.misses);
    },
  });
  new Gauge({
    name: "tradewind_remembered_answers_bytes",
    help: "Memory of the answers that are remembered.",
    registers: [register],
    collect() {
      this.set(answers.size);
    },
  });
}
