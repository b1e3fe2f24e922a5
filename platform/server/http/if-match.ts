import { type Route, serverMessage } from '#contracts';
import { type ErrorResponse, errorResponse } from './error-response.ts';

/** Returns the entity tag of a version: `"v3"`. */
export function entityTag(version: number): string {
  return `"v${version}"`;
}

/**
 * Parses If-Match: `"v3"`, `"3"` or `3`, weak or strong. The version is null when the header is
 * absent and optional.
 */
export function versionOf(
  route: Pick<Route, 'ifMatch'>,
  header: string | undefined,
): { readonly version: number | null } | ErrorResponse {
  if (header === undefined || header === '') {
    return route.ifMatch === 'required'
      ? errorResponse('VersionRequired', serverMessage('VERSION_REQUIRED'))
      : { version: null };
  }
  const digits = /^(?:W\/)?"?v?(\d{1,9})"?$/.exec(header.trim())?.[1];
  return digits === undefined
    ? errorResponse('BadRequest', serverMessage('IF_MATCH_INVALID'))
    : { version: Number(digits) };
}
