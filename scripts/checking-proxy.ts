import http from "node:http";
import type { AddressInfo } from "node:net";
import type { AnswerSchemas } from "../test/support/checks/answer-schemas.ts";

/** Passes requests on to a server, and collects what of its answers is not as the API description has it. */
export async function checkingProxy(target: string, schemas: AnswerSchemas) {
  const faults = new Set<string>();
  const { hostname, port } = new URL(target);
  const proxy = http.createServer((request, response) => {
    const { method = "GET", url = "/" } = request;
    const headers = { ...request.headers, "accept-encoding": "identity" };
    const passedOn = http.request({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        if (!answer.headers["content-type"]?.startsWith("application/json") || !isApi(url)) return;
        const body = JSON.parse(Buffer.concat(chunks).toString());
        for (const fault of schemas.faultsOf({ method, path: url, status: answer.statusCode!, body }))
          faults.add(fault);
      });
    });
    request.pipe(passedOn);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    faults,
    close: () => proxy.close(),
  };
}

const isApi = (url: string) => /^\/(admin|store)\//.test(url);
