import { Agent, request } from "node:http";

export interface Load {
  name: string;
  path: string;
  headers?: Record<string, string>;
}

export interface LoadResult {
  name: string;
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  failures: number;
}

/** Sends the same request over a number of kept connections for a while, each as fast as it is answered. */
export async function run(
  baseUrl: string,
  load: Load,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const url = new URL(load.path, baseUrl);
  const times: number[] = [];
  let failures = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  const client = async () => {
    while (performance.now() < end) {
      const sent = performance.now();
      const status = await once(url, load.headers ?? {}, agent);
      times.push(performance.now() - sent);
      if (status !== 200) failures++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsed = (performance.now() - start) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    name: load.name,
    requests: times.length,
    perSecond: times.length / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    failures,
  };
}

const once = (url: URL, headers: Record<string, string>, agent: Agent) =>
  new Promise<number>((resolve, reject) => {
    const sent = request(url, { agent, headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end();
  });
