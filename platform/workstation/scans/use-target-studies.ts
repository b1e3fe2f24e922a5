import { useQuery } from '@tanstack/react-query';
import { type ListedStudy, routes, type Scan, type Study } from '#contracts';
import { dayTextOf, type Problem, ProblemError, unwrap } from '#foundation';
import { type Option, useDebounced } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { patientName } from '../patients/shared/patient-name.ts';
import { scanChangeTexts as texts } from '../texts/scan-change-texts.ts';

/** Minimum number of characters of a search, so that a single letter does not list everyone. */
const MIN_SEARCH_LENGTH = 2;
const MAX_MATCHES = 20;
const SEARCH_DELAY_MS = 250;

export interface TargetStudies {
  readonly options: readonly Option<string>[];
  /** Number of studies that the search has found; null without a search, and until loaded. */
  readonly found: number | null;
  /** Why the search failed; null otherwise. */
  readonly problem: Problem | null;
}

/**
 * Returns the studies to which a scan can be moved: those of its patient and, with a search, those
 * of other patients. Leaves out signed studies that the search returns, which take no scan.
 */
export function useTargetStudies(scan: Scan, search: string): TargetStudies {
  const { api } = useApplication().services;
  const keywords = useDebounced(search.trim(), SEARCH_DELAY_MS);
  const own = useQuery({
    queryKey: ['target-studies', scan.patientId],
    queryFn: async ({ signal }) => {
      const params = { id: scan.patientId };
      return unwrap(await api.call(routes.listStudiesOfPatient, { params, signal })).items;
    },
  });
  const others = useQuery({
    queryKey: ['target-studies', 'search', keywords],
    enabled: keywords.length >= MIN_SEARCH_LENGTH,
    queryFn: async ({ signal }) => {
      const query = { _keywords: keywords, limit: MAX_MATCHES };
      return unwrap(await api.call(routes.listStudies, { query, signal })).items;
    },
  });
  const matches = (others.data ?? []).filter(
    ({ patientId, readingState }) =>
      patientId !== scan.patientId && readingState !== 'SIGNED' && readingState !== 'ADDENDUM',
  );
  const options = [
    ...(own.data ?? []).map((study) => ({ id: study.id, label: ownLabel(study, scan) })),
    ...matches.map((study) => ({ id: study.id, label: otherLabel(study) })),
  ];
  const problem = others.error instanceof ProblemError ? others.error.problem : null;
  return { options, found: others.data === undefined ? null : matches.length, problem };
}

function ownLabel(study: Study, scan: Scan): string {
  const label = withAccession(dayTextOf(study.createdAt), study);
  return study.id === scan.studyId ? texts.correction.current(label) : label;
}

function otherLabel(study: ListedStudy): string {
  const { who, createdAt } = study;
  const name = who === null ? [] : [patientName(who), ...(who.code === null ? [] : [who.code])];
  return withAccession([...name, dayTextOf(createdAt)].join(' · '), study);
}

const withAccession = (
  text: string,
  { accessionNumber }: Pick<Study, 'accessionNumber'>,
): string => (accessionNumber === null ? text : `${text} · ${accessionNumber}`);
