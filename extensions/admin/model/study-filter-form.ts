import { type DatasetExport, idSchema } from '#contracts';
import { studyFilterTexts as texts } from '../texts/study-filter-texts.ts';

/** Entries that choose the studies of an export or a reader study. */
export interface StudyFilterEntries {
  /** First and last day of the recording (yyyy-mm-dd) in UTC; null without a limit. */
  readonly from: string | null;
  readonly to: string | null;
  readonly onlySigned: boolean;
  readonly hasFindings: boolean;
  /** Ids separated by spaces, commas or lines; empty for all studies. */
  readonly studyIds: string;
}

export const ALL_STUDIES: StudyFilterEntries = {
  from: null,
  to: null,
  onlySigned: false,
  hasFindings: false,
  studyIds: '',
};

/** Returns the entries of a stored filter. */
export function studyFilterEntries(filter: DatasetExport['filter']): StudyFilterEntries {
  const { studyIds = [], from = null, to = null, onlySigned, hasFindings } = filter;
  return { from, to, onlySigned, hasFindings, studyIds: studyIds.join('\n') };
}

/** Converts the entries to the filter of a request. */
export function studyFilter(entries: StudyFilterEntries) {
  const { from, to, onlySigned, hasFindings } = entries;
  const studyIds = idsOf(entries);
  return {
    ...(studyIds.length === 0 ? {} : { studyIds }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...{ onlySigned, hasFindings },
  };
}

const idsOf = ({ studyIds }: StudyFilterEntries): string[] =>
  studyIds.split(/[\s,;]+/).filter((part) => part !== '');

/** Returns the error of the list of ids; none if each is an id and there are not too many. */
export function studyIdsError(
  entries: StudyFilterEntries,
  maximum: number,
): { readonly studyIds?: string } {
  const ids = idsOf(entries);
  const invalid = ids.find((id) => !idSchema.safeParse(id).success);
  if (invalid !== undefined) return { studyIds: texts.studyIdInvalid(invalid) };
  return ids.length > maximum ? { studyIds: texts.studyIdsTooMany(ids.length, maximum) } : {};
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Returns the first error of each field of the entries; the empty name holds those of no field. */
export function errorsByField(
  issues: readonly Issue[],
  entries: object,
): Readonly<Record<string, string>> {
  const pairs = issues.map(({ path, message }) => {
    const field = path.map(String).find((part) => part in entries) ?? '';
    return [field, message] as const;
  });
  return Object.fromEntries(pairs.toReversed());
}
