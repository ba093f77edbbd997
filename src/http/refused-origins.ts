import type { FastifyReply, FastifyRequest } from "fastify";

/** So that no client can fill the log. */
const MOST = 100;

/** A surface of the API and the setting with its origins. */
interface Refused {
  setting: "STORE_CORS" | "ADMIN_CORS";
  surface: "/store" | "/admin";
}

/** Logs each refused origin once: browsers do not tell their users which setting is missing. */
export class RefusedOrigins {
  private readonly logged = new Set<string>();

  log(request: FastifyRequest, origin: string, { setting, surface }: Refused): void {
    const key = `${setting} ${origin}`;
    if (this.logged.size >= MOST || this.logged.has(key)) return;
    this.logged.add(key);
    request.log.warn(
      { origin, setting },
      `to let pages of this origin call ${surface}, add it to ${setting}`,
    );
  }
}

export function refusePreflight(reply: FastifyReply, origin: string, { setting, surface }: Refused): void {
  reply.code(403).send({
    type: "not_allowed",
    message: `Pages of ${origin} may not call ${surface}. To allow it, add the origin to ${setting}.`,
  });
}
