import { type Method, type RouteName, routes } from '#contracts';

/** A call received by the server. */
export interface ReceivedCall {
  readonly route: RouteName;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly headers: Headers;
}

/** Response of a handler: a body or bytes with status 200, or an error. */
export type StubResponse =
  | { readonly status: 200; readonly body: unknown }
  | { readonly status: 200; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly status: number; readonly body: unknown };

type Handler = (call: ReceivedCall) => StubResponse | Promise<StubResponse>;

/** An in-memory server for the route catalogue, with faults set by tests. */
export interface MemoryServer {
  readonly fetch: typeof fetch;
  readonly calls: readonly ReceivedCall[];
  handle(route: RouteName, handler: Handler): void;
  /**
   * Replaces the response to the next call of the route. `unreachable`: the call fails without
   * reaching the handler. `response-lost`: the handler runs, but the call fails.
   */
  once(route: RouteName, response: StubResponse | 'unreachable' | 'response-lost'): void;
  /** False makes every request fail. */
  reachable: boolean;
}

export const okResponse = (body: unknown): StubResponse => ({ status: 200, body });
export const errorResponse = (
  status: number,
  errorType: string,
  message: string,
  data?: unknown,
) => ({
  status,
  body: { errorType, message, data },
});

/** Response about invalid fields, each with its message. */
export const validationResponse = (messages: Readonly<Record<string, string>>) => ({
  status: 400,
  body: {
    errorType: 'ValidationError',
    errors: Object.entries(messages).map(([field, message]) => ({
      field,
      code: 'custom',
      message,
    })),
  },
});

interface Pattern {
  readonly name: RouteName;
  readonly method: Method;
  readonly path: RegExp;
  /** Number of path segments that are not parameters. */
  readonly literals: number;
}

const patterns: readonly Pattern[] = Object.entries(routes)
  .map(([name, { method, path }]) => ({
    name: name as RouteName,
    method,
    path: new RegExp(`/api${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    literals: path.split('/').filter((part) => !part.startsWith('{')).length,
  }))
  // Matches `/accounts/me` before `/accounts/{id}`.
  .sort((a, b) => b.literals - a.literals);

function receive(method: string, url: URL, init: RequestInit | undefined): ReceivedCall | null {
  for (const pattern of patterns) {
    const match = pattern.method === method ? pattern.path.exec(url.pathname) : null;
    if (match === null) continue;
    const { body } = init ?? {};
    return {
      route: pattern.name,
      params: { ...match.groups },
      query: url.searchParams,
      body: typeof body === 'string' ? (JSON.parse(body) as unknown) : body,
      headers: new Headers(init?.headers),
    };
  }
  return null;
}

function responseOf(stub: StubResponse): Response {
  if ('bytes' in stub) return new Response(stub.bytes, { status: 200 });
  return new Response(JSON.stringify(stub.body), {
    status: stub.status,
    headers: { 'content-type': 'application/json' },
  });
}

export function memoryServer(): MemoryServer {
  const calls: ReceivedCall[] = [];
  const handlers = new Map<RouteName, Handler>();
  const queued = new Map<RouteName, (StubResponse | 'unreachable' | 'response-lost')[]>();

  const server: MemoryServer & { reachable: boolean } = {
    reachable: true,
    calls,
    handle: (route, handler) => {
      handlers.set(route, handler);
    },
    once: (route, response) => {
      queued.set(route, [...(queued.get(route) ?? []), response]);
    },
    fetch: async (input, init) => {
      await Promise.resolve();
      const call = receive(init?.method ?? 'GET', new URL(String(input)), init);
      const fault = call === null ? undefined : queued.get(call.route)?.shift();
      if (!server.reachable || fault === 'unreachable') throw new TypeError('fetch failed');
      if (call === null) return responseOf({ status: 404, body: { message: 'No such route' } });
      calls.push(call);
      if (fault !== undefined && fault !== 'response-lost') return responseOf(fault);
      const handler = handlers.get(call.route);
      if (handler === undefined)
        return responseOf(errorResponse(404, 'NotFound', 'No handler for this route'));
      const response = await handler(call);
      if (fault === 'response-lost') throw new TypeError('connection reset');
      return responseOf(response);
    },
  };
  return server;
}
