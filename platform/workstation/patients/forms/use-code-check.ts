import { useQuery } from '@tanstack/react-query';
import { patientCodeSchema, routes } from '#contracts';
import { ProblemError } from '#foundation';
import { useDebounced } from '#ui';
import { useApplication } from '../../start/application-context.ts';

const CHECK_DELAY_MS = 300;

/** Whether a code is free for this patient; 'unknown' while that is not known or not to be asked. */
export type CodeCheck = 'unknown' | 'free' | 'taken';

/** Asks the server as one types whether another patient has the code. */
export function useCodeCheck(code: string, ownId: string | null, ownCode: string): CodeCheck {
  const { api } = useApplication().services;
  const settled = useDebounced(code.trim(), CHECK_DELAY_MS);
  const isAsked =
    settled !== '' && settled !== ownCode && patientCodeSchema.safeParse(settled).success;
  const { data } = useQuery({
    queryKey: ['patients', 'code-taken', settled],
    enabled: isAsked,
    retry: false,
    queryFn: async ({ signal }) => {
      const answer = await api.call(routes.doesPatientExist, { body: { code: settled }, signal });
      if (!answer.ok) throw new ProblemError(answer.problem);
      return answer.value;
    },
  });
  // What is typed now has not been asked yet, or the answer is about another code.
  if (!isAsked || data === undefined || settled !== code.trim()) return 'unknown';
  return data.exists && data.id !== ownId ? 'taken' : 'free';
}
