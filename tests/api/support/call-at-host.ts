import { request } from 'node:http';
import type { TestServer } from './start-test-server.ts';

export interface HostCall {
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request under another host name, which fetch cannot set. */
export function callAtHost<T = unknown>(
  server: Pick<TestServer, 'url' | 'apiKey'>,
  { host, method, path, body, headers = {} }: HostCall,
): Promise<{ readonly status: number; readonly body: T }> {
  const { hostname, port } = new URL(server.url);
  const content = body === undefined ? '' : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        method,
        path: `/api${path}`,
        headers: {
          host,
          'x-api-key': server.apiKey,
          ...(content === '' ? {} : { 'content-type': 'application/json' }),
          'content-length': Buffer.byteLength(content),
          ...headers,
        },
      },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as T });
      },
    );
    sent.once('error', reject);
    sent.end(content);
  });
}
