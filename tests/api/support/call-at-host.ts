import { type IncomingHttpHeaders, request } from 'node:http';
import type { TestServer } from './start-test-server.ts';

export interface HostCall {
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HostResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Calls the API under another host name, which fetch cannot set. */
export async function callAtHost<T = unknown>(
  server: Pick<TestServer, 'url' | 'apiKey'>,
  { path, headers = {}, ...call }: HostCall,
): Promise<{ readonly status: number; readonly body: T }> {
  const { status, text } = await requestAtHost(server, {
    ...call,
    path: `/api${path}`,
    headers: { 'x-api-key': server.apiKey, ...headers },
  });
  return { status, body: JSON.parse(text) as T };
}

/** Sends a request under another host name; `path` is the whole path. Follows no redirect. */
export function requestAtHost(
  server: Pick<TestServer, 'url'>,
  { host, method, path, body, headers = {} }: HostCall,
): Promise<HostResponse> {
  const { hostname, port } = new URL(server.url);
  const content = body === undefined ? '' : JSON.stringify(body);
  const contentHeaders = {
    ...(content === '' ? {} : { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(content),
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, path, headers: { host, ...contentHeaders, ...headers } },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const { statusCode = 0, headers: received } = response;
        resolve({ status: statusCode, headers: received, text: Buffer.concat(chunks).toString() });
      },
    );
    sent.once('error', reject);
    sent.end(content);
  });
}
