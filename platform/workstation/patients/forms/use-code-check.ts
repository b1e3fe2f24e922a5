import { useQuery } from '@tanstack/react-query';
import { patientCodeSchema, routes } from '#contracts';
import { ProblemError } from '#foundation';
import { useDebounced } from '#ui';
import { useApplication } from '../../application/application-context.ts';

const CHECK_DELAY_MS = 300;

/**
 * Whether a code is available for this patient; 'unknown' while loading and for codes that need no
 * check.
 */
export type CodeCheck = 'unknown' | 'free' | 'taken';

/** Checks during typing whether another patient has the code. */
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
  // The current text has not been checked yet.
  if (!shouldCheck || data === undefined || settled !== code.trim()) return 'unknown';
  return data.exists && data.id !== patientId ? 'taken' : 'free';
}
