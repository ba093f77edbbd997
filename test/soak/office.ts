import { setTimeout as delay } from "node:timers/promises";
import { GivenUp } from "../support/clients/persistent-client.ts";
import { aLine, csv } from "../support/factories/batch-imports.ts";
import type { RandomSource } from "./random-source.ts";
import { Refused, shown, told, type World } from "./world.ts";

const ROWS = 120;

/** Imports products, and exports what there is. */
export class Office {
  private imports = 0;

  constructor(
    private readonly world: World,
    private readonly random: RandomSource,
    private readonly headers: Record<string, string>,
  ) {}

  async works(): Promise<void> {
    try {
      if (this.random.isLucky(0.5)) await this.importsProducts();
      else await this.exports(this.random.pick(["product-export", "order-export"]));
    } catch (error) {
      if (error instanceof GivenUp) return;
      if (!(error instanceof Refused)) throw error;
      this.world.memory.violation(`the office was answered ${error.message}`);
    }
  }

  private async importsProducts(): Promise<void> {
    const { memory } = this.world;
    const number = ++this.imports;
    const handles = Array.from({ length: ROWS }, (_, row) => `import-${number}-${row}`);
    const fileKey = await this.uploaded(csv(handles.map((handle) => aLine(handle))));
    if (!fileKey) return;
    const result = await this.done("product-import", { fileKey });
    if (!result) return;
    memory.count("products imported", ROWS);
    if (result.rows.done !== ROWS || result.errors) {
      memory.violation(`an import of ${ROWS} rows came to ${JSON.stringify(result).slice(0, 300)}`);
    }
    for (const handle of handles) memory.imported.add(handle);
  }

  private async exports(type: string): Promise<void> {
    const result = await this.done(type, {});
    if (result) this.world.memory.count("exports");
  }

  /** The file is sent until a server has taken it. */
  private async uploaded(content: string): Promise<string | null> {
    const { servers } = this.world;
    while (!this.world.isOver()) {
      const form = new FormData();
      form.append("files", new Blob([content], { type: "text/csv" }), "import.csv");
      const answer = await fetch(`${this.random.pick(servers).url}/admin/uploads/protected`, {
        method: "POST",
        headers: this.headers,
        body: form,
        signal: AbortSignal.timeout(8_000),
      }).catch(() => null);
      const body = answer?.status === 200 ? await answer.json().catch(() => null) : null;
      if (body) return (body as { uploads: { key: string }[] }).uploads[0]!.key;
      await delay(300);
    }
    return null;
  }

  // biome-ignore lint/suspicious/noExplicitAny: results of every shape
  private async done(type: string, context: Record<string, unknown>): Promise<any> {
    const { admin, memory } = this.world;
    const made = await told(admin, "/admin/batch-jobs", { type, context });
    if (!made) return null;
    const { id } = made.batch_job;
    memory.jobs.add(id);
    for (;;) {
      const { status, result } = (await shown(admin, `/admin/batch-jobs/${id}`)).batch_job;
      if (status === "completed") return result;
      if (status === "failed") {
        memory.violation(`the ${type} ${id} failed: ${JSON.stringify(result?.errors)}`);
        return null;
      }
      // It goes on without us, and is looked at in the end.
      if (this.world.isOver()) return null;
      await delay(500);
    }
  }
}
