import { type ApiClient, createApiClient } from '#api-client';
import { routes } from '#contracts';
import { unwrap } from '#foundation';
import { DEMO_PASSWORD } from './browser.ts';
import type { Product } from './product.ts';

/** Signs a demonstration account in and returns its bearer. */
export async function signInByApi(product: Product, account: string): Promise<string> {
  const email = `${account}@demo.clockface.example`;
  const body = { email, password: DEMO_PASSWORD };
  return unwrap(await apiOf(product, null).call(routes.login, { body })).accessToken;
}

/** Returns a client with a session of its own; calls run in parallel to the browser. */
export async function demoApi(product: Product, account: string): Promise<ApiClient> {
  return apiOf(product, await signInByApi(product, account));
}

function apiOf({ url, apiKey }: Product, token: string | null): ApiClient {
  return createApiClient({ baseUrl: `${url}/api`, apiKey, token: () => token });
}
