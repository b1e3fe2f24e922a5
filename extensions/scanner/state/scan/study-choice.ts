import type { Scan, ScanProtocol, Study } from '#contracts';

/** A study that a new scan can join. */
export interface JoinableStudy {
  readonly study: Study;
  readonly scans: readonly Scan[];
  /** False for an older study without scans, e.g. one that was ordered. */
  readonly isOfVisit: boolean;
  /** Whether the report is signed and no addendum is open, so that no scan can join the study. */
  readonly isSigned: boolean;
}

/**
 * Why a scan joins a study only if the operator says so: the study holds an imported volume or a
 * scan with another protocol, or belongs to another visit. No scan joins a study that is 'signed'.
 */
export type JoinConcern = 'signed' | 'imported' | 'protocol' | 'visit';

/** Returns the concern about joining a study; null if none. */
export function joinConcern(
  { scans, isOfVisit, isSigned }: JoinableStudy,
  plan: { readonly protocol: ScanProtocol },
): JoinConcern | null {
  if (isSigned) return 'signed';
  if (!isOfVisit) return 'visit';
  const existing = scans.filter(({ deletedAt }) => deletedAt === null);
  if (existing.some(({ origin }) => origin === 'IMPORTED')) return 'imported';
  return existing.some(({ protocol }) => protocol !== plan.protocol) ? 'protocol' : null;
}

/**
 * Returns the study that a scan joins without a choice: the study `requestedId` of the address, or
 * the only study of this visit, each without a concern. Null means a new study, also if all studies
 * are signed; undefined that the operator has to choose.
 */
export function defaultStudyId(
  studies: readonly JoinableStudy[],
  plan: { readonly protocol: ScanProtocol },
  requestedId: string | null,
): string | null | undefined {
  const unsigned = studies.filter(({ isSigned }) => !isSigned);
  if (unsigned.length === 0) return null;
  const requested = studies.filter(({ study }) => study.id === requestedId);
  const ofVisit = unsigned.filter(({ isOfVisit }) => isOfVisit);
  const [candidate, ...others] = requested.length > 0 ? requested : ofVisit;
  if (candidate === undefined || others.length > 0) return undefined;
  return joinConcern(candidate, plan) === null ? candidate.study.id : undefined;
}
