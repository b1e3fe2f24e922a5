import { useQuery } from '@tanstack/react-query';
import { patientCodeSchema, routes } from '#contracts';
import { ProblemError } from '#foundation';
import { useDebounced } from '#ui';
import { useApplication } from '../../start/application-context.ts';

const CHECK_DELAY_MS = 300;

/** Whether a code is free for this patient; 'unknown' while that is not known or not to be asked. */
export type CodeCheck = 'unknown' | 'free' | 'taken';

/** Asks the server as one types whether another patient has the code. */
export function useCodeCheck(
  code: string,
  patientId: string | null,
  currentCode: string,
): CodeCheck {
  const { api } = useApplication().services;
  const settled = useDebounced(code.trim(), CHECK_DELAY_MS);
  const shouldCheck =
    settled !== '' && settled !== currentCode && patientCodeSchema.safeParse(settled).success;
  const { data } = useQuery({
    queryKey: ['patients', 'code-taken', settled],
    enabled: shouldCheck,
    retry: false,
    queryFn: async ({ signal }) => {
      const response = await api.call(routes.doesPatientExist, { body: { code: settled }, signal });
      if (!response.ok) throw new ProblemError(response.problem);
      return response.value;
    },
  });
  // What is typed now has not been asked yet, or the answer is about another code.
  if (!shouldCheck || data === undefined || settled !== code.trim()) return 'unknown';
  return data.exists && data.id !== patientId ? 'taken' : 'free';
}
