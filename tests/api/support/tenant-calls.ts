import type { Role, SiteConfigInput } from '#contracts';
import type { ApiResponse } from './call-api.ts';
import { startTwoTenants, type TwoTenants } from './two-tenants.ts';

type CallOptions = { body?: unknown; headers?: Record<string, string> };

/** API calls of users of one tenant, by role. */
export interface TenantCalls extends AsyncDisposable {
  readonly tenants: TwoTenants;
  as<T = unknown>(
    role: Role,
    method: string,
    path: string,
    options?: CallOptions,
  ): Promise<ApiResponse<T>>;
  /**
   * Sends a call that must succeed.
   * @returns its body
   */
  must<T>(role: Role, method: string, path: string, options?: CallOptions): Promise<T>;
}

/** Starts the server with overrides of the test configuration. */
export const startTenantCalls = async (
  config: Partial<SiteConfigInput> = {},
): Promise<TenantCalls> => callsOf(await startTwoTenants(config));

/** Returns API calls of the users of `ownOrg`. */
export function callsOf(tenants: TwoTenants): TenantCalls {
  const as: TenantCalls['as'] = (role, method, path, options = {}) =>
    tenants.server.call(method, path, { token: tenants.ownOrg.tokenOf(role), ...options });
  return {
    tenants,
    as,
    async must<T>(role: Role, method: string, path: string, options: CallOptions = {}): Promise<T> {
      const response = await as<T>(role, method, path, options);
      if (response.status === 200) return response.body;
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    },
    [Symbol.asyncDispose]: () => tenants[Symbol.asyncDispose](),
  };
}

/** Returns API calls of the accounts of the demonstration, which can sign in with a password. */
export async function demonstrationCalls(tenants: TwoTenants): Promise<TenantCalls> {
  const { server, ownOrg } = tenants;
  const tokens = new Map<Role, string>();
  for (const role of ['ADMIN', 'OPERATOR', 'PHYSICIAN'] as const)
    tokens.set(role, await server.signIn(role));
  const tokenOf = (role: Role): string => tokens.get(role) ?? '';
  return callsOf({ ...tenants, ownOrg: { ...ownOrg, tokenOf } });
}

/** Returns the If-Match header of a version. */
export const ifVersion = (version: number) => ({ headers: { 'if-match': `"v${version}"` } });
