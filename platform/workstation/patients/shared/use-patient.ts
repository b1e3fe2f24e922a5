import { useQuery } from '@tanstack/react-query';
import { type Patient, routes } from '#contracts';
import { type Problem, ProblemError, unwrap } from '#foundation';
import { useApplication } from '../../application/application-context.ts';

/** Loads a patient by id; sends no request while the id is null. */
export function usePatient(id: string | null): {
  readonly patient: Patient | null;
  readonly problem: Problem | null;
  refresh(): void;
} {
  const { api } = useApplication().services;
  const query = useQuery({
    queryKey: ['patients', 'one', id],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      return unwrap(await api.call(routes.getPatient, { params: { id: id ?? '' }, signal }));
    },
  });
  return {
    patient: query.data ?? null,
    problem: query.error instanceof ProblemError ? query.error.problem : null,
    refresh: () => void query.refetch(),
  };
}
