import {
  checkSelections,
  effectiveLists,
  type FieldError,
  type HardCodedList,
  type Selection,
} from '#contracts';
import { ValidationRefusal } from '../../http/refusal.ts';
import type { ServerParts } from '../../server-parts.ts';

/** The lists of codes as this site uses them, by id. */
export type SiteLists = ReadonlyMap<string, HardCodedList>;

export function siteLists({ site }: Pick<ServerParts, 'site'>): SiteLists {
  return effectiveLists(site.config.lists);
}

/** The refusal of codes that their lists do not allow; null when all are right. */
export function wrongCodes(
  lists: SiteLists,
  selections: readonly Selection[],
): ValidationRefusal | null {
  return refusalOf(checkSelections(lists, selections));
}

export function refusalOf(errors: readonly FieldError[]): ValidationRefusal | null {
  return errors.length === 0 ? null : new ValidationRefusal(errors);
}
