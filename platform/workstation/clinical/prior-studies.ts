import type { Scan, Study } from '#contracts';
import { examinedAt } from '../patients/shared/identity.ts';
import type { StudyWithScans } from '../patients/shared/use-patient-studies.ts';

/** An earlier study with completed scans. */
export interface PriorStudy {
  readonly study: Study;
  /** Completed scans, at least one. */
  readonly scans: readonly [Scan, ...Scan[]];
  /** Time of the examination. */
  readonly at: string;
}

/** Returns the studies examined before the open study that have a completed scan, newest first. */
export function priorStudies(
  studies: readonly StudyWithScans[],
  open: { readonly studyId: string; readonly at: string },
): readonly PriorStudy[] {
  return studies
    .flatMap(({ study, scans }): readonly PriorStudy[] => {
      const [first, ...others] = scans.filter(({ scanState }) => scanState === 'C');
      const at = examinedAt(study, scans);
      if (first === undefined || study.id === open.studyId || at > open.at) return [];
      return [{ study, scans: [first, ...others], at }];
    })
    .toSorted((a, b) => b.at.localeCompare(a.at));
}
