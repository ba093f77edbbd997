import type { FastifyInstance } from "fastify";

/**
 * Requests that run while the server closes are answered, and their connections end with the answer; otherwise a
 * client that keeps its connection open would keep the server from closing.
 */
export function installGracefulClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  app.addHook("onSend", async (_request, reply, payload) => {
    if (isClosing) reply.header("connection", "close");
    return payload;
  });
}
