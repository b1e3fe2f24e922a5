import { type ApiClient, createApiClient } from '#api-client';
import { routes } from '#contracts';
import { unwrap } from '#foundation';
import { DEMO_PASSWORD } from './browser.ts';
import type { Product } from './product.ts';

/** Signs in with a demonstration account and returns the bearer token. */
export async function signInByApi(product: Product, account: string): Promise<string> {
  const email = `${account}@demo.clockface.example`;
  const body = { email, password: DEMO_PASSWORD };
  return unwrap(await clientOf(product, null).call(routes.login, { body })).accessToken;
}

/** Returns a client with a session of its own; its calls do not depend on the browser. */
export async function demoApi(product: Product, account: string): Promise<ApiClient> {
  return clientOf(product, await signInByApi(product, account));
}

function clientOf({ url, apiKey }: Product, token: string | null): ApiClient {
  return createApiClient({ baseUrl: `${url}/api`, apiKey, token: () => token });
}
