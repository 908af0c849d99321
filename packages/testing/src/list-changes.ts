/** An operation that changes something, with a path that names nothing that exists. */
export interface Change {
  method: string;
  /** Below `/api/v1`. */
  path: string;
  /** Such as `DELETE /keys/{id}`. */
  name: string;
}

/** Lists the operations other than GET that accept a session and do not end it, from the OpenAPI document. */
export async function listChanges(url: string): Promise<Change[]> {
  const { paths } = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { "x-access": { credential: string } }>>;
  };
  const changes = Object.entries(paths).flatMap(([fullPath, operations]) =>
    Object.entries(operations)
      .filter(([method, { "x-access": access }]) => method !== "get" && acceptsSession(access.credential))
      .map(([method]) => {
        const path = fullPath.replace("/api/v1", "");
        const name = `${method.toUpperCase()} ${path}`;
        return { method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, "unknown"), name };
      }),
  );
  return changes.filter(({ path }) => path !== "/auth/logout");
}

const acceptsSession = (credential: string) => credential === "session" || credential === "sessionOrApiKey";
