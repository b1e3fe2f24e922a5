import { API_KEY } from './data-plane.ts';

export interface ApiResponse<T = unknown> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
}

export function headersOf(token: string): Record<string, string> {
  return { 'x-api-key': API_KEY, authorization: `Bearer ${token}` };
}

/** Makes a JSON call. */
export async function call<T = never>(
  url: string,
  token: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<ApiResponse<T>> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...headersOf(token),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as T };
}

/** Sends bytes as form data. */
export async function sendForm<T = never>(
  url: string,
  token: string,
  method: 'POST' | 'PUT',
  path: string,
  bytes: Uint8Array,
  options: { field?: string; headers?: Record<string, string> } = {},
): Promise<ApiResponse<T>> {
  const form = new FormData();
  form.append(options.field ?? 'data', new Blob([Buffer.from(bytes)]), 'a-file.bin');
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headersOf(token), ...options.headers },
    body: form,
  });
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as T };
}
