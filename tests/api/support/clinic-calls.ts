import type { Role } from '#contracts';
import type { Answer } from './call-api.ts';
import { startTwoClinics, type TwoClinics } from './two-clinics.ts';

type More = { body?: unknown; headers?: Record<string, string> };

/** Calls of people of one clinic, by role. */
export interface ClinicCalls extends AsyncDisposable {
  readonly clinics: TwoClinics;
  as<T = unknown>(role: Role, method: string, path: string, more?: More): Promise<Answer<T>>;
  /** A call that has to succeed. @returns its body */
  must<T>(role: Role, method: string, path: string, more?: More): Promise<T>;
}

export async function startClinicCalls(): Promise<ClinicCalls> {
  const clinics = await startTwoClinics();
  const as: ClinicCalls['as'] = (role, method, path, more = {}) =>
    clinics.server.call(method, path, { token: clinics.ours.tokenOf(role), ...more });
  return {
    clinics,
    as,
    async must<T>(role: Role, method: string, path: string, more: More = {}): Promise<T> {
      const answer = await as<T>(role, method, path, more);
      if (answer.status === 200) return answer.body;
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    },
    [Symbol.asyncDispose]: () => clinics[Symbol.asyncDispose](),
  };
}

/** If-Match of a version. */
export const at = (version: number) => ({ headers: { 'if-match': `"v${version}"` } });
