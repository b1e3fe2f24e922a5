import { useQuery } from '@tanstack/react-query';
import { routes, type Scan, type Study } from '#contracts';
import { type Problem, ProblemError, unwrap } from '#foundation';
import { useApplication } from '../../application/application-context.ts';

/** Study and its scans. */
export interface StudyWithScans {
  readonly study: Study;
  readonly scans: readonly Scan[];
}

/** Studies of a patient while loading, loaded or failed. */
export interface PatientStudies {
  /** Null until loaded. */
  readonly studies: readonly StudyWithScans[] | null;
  readonly problem: Problem | null;
  refresh(): void;
}

/** Loads the studies of a patient with their scans, newest first. */
export function usePatientStudies(patientId: string): PatientStudies {
  const { api } = useApplication().services;
  const query = useQuery({
    queryKey: ['patient-studies', patientId],
    queryFn: async ({ signal }) => {
      const params = { id: patientId };
      const studies = unwrap(await api.call(routes.listStudiesOfPatient, { params, signal }));
      return Promise.all(
        studies.items.map(async (study): Promise<StudyWithScans> => {
          const params = { studyId: study.id };
          const scans = unwrap(await api.call(routes.listScansOfStudy, { params, signal }));
          return { study, scans: scans.items };
        }),
      );
    },
  });
  return {
    studies: query.data ?? null,
    problem: query.error instanceof ProblemError ? query.error.problem : null,
    refresh: () => void query.refetch(),
  };
}
