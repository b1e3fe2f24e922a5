import {
  checkSelections,
  effectiveLists,
  type FieldError,
  type HardCodedList,
  type Selection,
} from '#contracts';
import { ValidationErrorResponse } from '../../http/error-response.ts';
import type { ServerDeps } from '../../http/server-deps.ts';

/** Code lists in effect on this site, by id. */
export type SiteLists = ReadonlyMap<string, HardCodedList>;

export function siteLists({ site }: Pick<ServerDeps, 'site'>): SiteLists {
  return effectiveLists(site.config.lists);
}

/** Returns an error for codes that their lists do not allow; null when all are valid. */
export function validateCodes(
  lists: SiteLists,
  selections: readonly Selection[],
): ValidationErrorResponse | null {
  return validationError(checkSelections(lists, selections));
}

/** Returns the response for field errors; null when there are none. */
export function validationError(errors: readonly FieldError[]): ValidationErrorResponse | null {
  return errors.length === 0 ? null : new ValidationErrorResponse(errors);
}
