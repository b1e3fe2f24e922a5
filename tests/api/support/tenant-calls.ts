import type { Role } from '#contracts';
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

export async function startTenantCalls(): Promise<TenantCalls> {
  const tenants = await startTwoTenants();
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

/** Returns the If-Match header of a version. */
export const ifVersion = (version: number) => ({ headers: { 'if-match': `"v${version}"` } });
