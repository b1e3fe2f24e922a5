export interface ApiResponse<T = unknown> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
}

/** Sends a request as a client does. A string body is sent unchanged, any other body as JSON. */
export async function callApi<T = unknown>(
  url: string,
  apiKey: string,
  method: string,
  path: string,
  options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<ApiResponse<T>> {
  const { token, body, headers = {} } = options;
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      'x-api-key': apiKey,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const { status, headers: responseHeaders } = response;
  return { status, headers: responseHeaders, body: (text === '' ? null : JSON.parse(text)) as T };
}
