/**
 * An address as libpq reads it may name several servers, of which one is the primary:
 * `postgres://shop:secret@db1:5432,db2:5432/shop?target_session_attrs=read-write`, or `?host=db1,db2&port=5432`.
 */
const ADDRESS =
  /^(?<scheme>postgres(?:ql)?:\/\/)(?<login>[^/?#]*@)?(?<servers>[^/?#@]*)(?<path>\/[^?#]*)?(?:\?(?<query>.*))?$/s;

const TARGET = "target_session_attrs";
const TARGETS = ["read-write", "primary", "any"];

/** An address for each server. Throws for what cannot be understood. */
export function serversOf(url: string): string[] {
  const { scheme, login = "", servers = "", path = "", query = "" } = ADDRESS.exec(url)?.groups ?? {};
  if (scheme === undefined) throw new Error("it must begin with postgres:// or postgresql://");
  const parameters = new URLSearchParams(query);
  refuseTarget(parameters.get(TARGET));
  const hosts = (parameters.get("host") ?? "").split(",");
  const places = servers.split(",");
  const isInQuery = hosts.length > 1;
  if (!isInQuery && places.length === 1) return [url];
  const ports = (parameters.get("port") ?? "").split(",");
  for (const name of [TARGET, "load_balance_hosts", ...(isInQuery ? ["host", "port"] : [])])
    parameters.delete(name);
  const all = isInQuery
    ? hosts.map((host, index) => placeOf(host, ports[index] ?? ports[0]!))
    : places.map(checked);
  return all.map(({ authority, host }) => {
    const own = new URLSearchParams(parameters);
    if (host !== undefined) own.set("host", host);
    return `${scheme}${login}${authority}${path}${own.size > 0 ? `?${own}` : ""}`;
  });
}

interface Place {
  authority: string;
  /** The folder of a socket. */
  host?: string;
}

const placeOf = (host: string, port: string): Place =>
  host.startsWith("/")
    ? { authority: port ? `localhost:${port}` : "localhost", host }
    : checked(port ? `${host}:${port}` : host);

function checked(authority: string): Place {
  if (!/^(\[[0-9a-f:.]+\]|[^:,\s]+)(:\d{1,5})?$/i.test(authority))
    throw new Error(`"${authority}" is not the name of a server, or a name and a port`);
  return { authority };
}

function refuseTarget(target: string | null): void {
  if (target === null || TARGETS.includes(target)) return;
  throw new Error(`${TARGET} must be read-write or primary: changes are made on the primary`);
}
