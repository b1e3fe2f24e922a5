import type { Route } from '#contracts';
import type { TestServer } from '../support/start-test-server.ts';
import type { CaseCall } from './route-case.ts';

export interface CaseResponse {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/**
 * Sends a case as a client does.
 * @throws TypeError if a path parameter has no value
 */
export async function sendCase(
  server: Pick<TestServer, 'url' | 'apiKey'>,
  route: Route,
  call: CaseCall,
  token: string | null,
  apiKey: string = server.apiKey,
): Promise<CaseResponse> {
  const query = new URLSearchParams(call.query).toString();
  const response = await fetch(
    `${server.url}/api${pathOf(route, call)}${query === '' ? '' : `?${query}`}`,
    {
      method: route.method,
      headers: {
        'x-api-key': apiKey,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...bodyOf(call),
    },
  );
  return {
    status: response.status,
    headers: response.headers,
    text: Buffer.from(await response.arrayBuffer()).toString('utf8'),
  };
}

function pathOf(route: Route, call: CaseCall): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = call.params?.[name];
    if (value === undefined) throw new TypeError(`${route.path}: the case has no ${name}`);
    return encodeURIComponent(value);
  });
}

function bodyOf({ body, form }: CaseCall): { body?: string | FormData } {
  if (form !== undefined) {
    const data = new FormData();
    data.append('data', new Blob([Buffer.from(form)]), 'a-file.bin');
    return { body: data };
  }
  return body === undefined ? {} : { body: JSON.stringify(body) };
}
