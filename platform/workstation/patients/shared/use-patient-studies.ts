import { useQuery } from '@tanstack/react-query';
import { routes, type Scan, type Study } from '#contracts';
import { type Problem, ProblemError } from '#foundation';
import { useApplication } from '../../application/application-context.ts';

export interface StudyWithScans {
  readonly study: Study;
  readonly scans: readonly Scan[];
}

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
      const response = await api.call(routes.listStudiesOfPatient, {
        params: { id: patientId },
        signal,
      });
      if (!response.ok) throw new ProblemError(response.problem);
      return Promise.all(
        response.value.items.map(async (study): Promise<StudyWithScans> => {
          const scans = await api.call(routes.listScansOfStudy, {
            params: { studyId: study.id },
            signal,
          });
          if (!scans.ok) throw new ProblemError(scans.problem);
          return { study, scans: scans.value.items };
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
