import { useMemo } from 'react';
import type { Study } from '#contracts';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { examinedAt } from '../patients/shared/identity.ts';
import { type PatientStudies, usePatientStudies } from '../patients/shared/use-patient-studies.ts';
import { type PriorStudy, priorStudies } from './prior-studies.ts';

/** Earlier studies of the patient while loading, loaded or failed. */
export interface Priors extends Pick<PatientStudies, 'problem' | 'refresh'> {
  /** Null until loaded. */
  readonly items: readonly PriorStudy[] | null;
}

/** Loads the earlier studies of the patient of the open study, newest first. */
export function usePriors(study: Study): Priors {
  const scans = useStore(useApplication().services.study.store, (state) => state.scans);
  const { studies, problem, refresh } = usePatientStudies(study.patientId);
  const at = examinedAt(study, scans);
  const items = useMemo(
    () => (studies === null ? null : priorStudies(studies, { studyId: study.id, at })),
    [studies, study.id, at],
  );
  return { items, problem, refresh };
}
