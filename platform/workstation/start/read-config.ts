import { fail, messageOf, ok, type Problem, problem, type Result } from '#foundation';
import { fetchOrPreloaded } from '../early/boot-preload.ts';
import { startTexts } from '../texts/start-texts.ts';

/**
 * Part of `/api/config` that the sign-in page needs; the application validates the whole with its
 * schema.
 */
export interface StartConfig {
  readonly version: string;
  readonly apiKey: string;
  /** Whether the site accepts credentials from links at non-local addresses. */
  readonly linkCredentials: boolean;
  /** Unvalidated response body. */
  readonly raw: unknown;
}

function unreadable(detail: string): Problem {
  return problem('CONFIG_INVALID', startTexts.unusable, detail, startTexts.contactAdministrator);
}

/** Reads the public configuration without loading the schema library. */
export async function readConfig(
  fetcher: typeof fetch = fetchOrPreloaded,
): Promise<Result<StartConfig>> {
  let response: Response;
  try {
    response = await fetcher('api/config', { headers: { accept: 'application/json' } });
  } catch (thrown) {
    return fail(problem('OFFLINE', startTexts.unreachable, messageOf(thrown), startTexts.retry));
  }
  if (response.status !== 200) {
    const detail = startTexts.unexpectedStatus(response.status);
    return fail(problem('CONFIG_REFUSED', startTexts.notReady, detail, startTexts.retry));
  }
  let raw: unknown;
  try {
    raw = await response.json();
  } catch (thrown) {
    return fail(unreadable(messageOf(thrown)));
  }
  const { version, apiKey, links } = (raw ?? {}) as Record<string, unknown>;
  if (typeof version !== 'string' || typeof apiKey !== 'string') {
    return fail(unreadable(startTexts.incomplete));
  }
  const { credentials } = (links ?? {}) as Record<string, unknown>;
  return ok({ version, apiKey, linkCredentials: credentials === true, raw });
}

/** Organization shown above the sign-in form. */
export type HostOrganization =
  | { readonly kind: 'named'; readonly name: string }
  /** No organization is activated for this host name. */
  | { readonly kind: 'none' }
  /** The lookup failed; sign-in still works. */
  | { readonly kind: 'unknown' };

/** Looks up the organization activated for a host name. */
export async function readOrganization(
  host: string,
  apiKey: string,
  fetcher: typeof fetch = (...args) => globalThis.fetch(...args),
): Promise<HostOrganization> {
  try {
    const response = await fetcher(`api/organizations/domain/${encodeURIComponent(host)}`, {
      headers: { accept: 'application/json', 'x-api-key': apiKey },
    });
    if (response.status === 404) return { kind: 'none' };
    const { name } = (await response.json()) as { name?: unknown };
    if (response.status === 200 && typeof name === 'string') return { kind: 'named', name };
  } catch {
    // Ignored, because the name is optional and sign-in reports a server failure itself.
  }
  return { kind: 'unknown' };
}
