import { useQuery } from '@tanstack/react-query';
import { patientCodeSchema, routes } from '#contracts';
import { unwrap } from '#foundation';
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
  const debouncedCode = useDebounced(code.trim(), CHECK_DELAY_MS);
  const shouldCheck =
    debouncedCode !== '' &&
    debouncedCode !== currentCode &&
    patientCodeSchema.safeParse(debouncedCode).success;
  const { data } = useQuery({
    queryKey: ['patients', 'code-taken', debouncedCode],
    enabled: shouldCheck,
    retry: false,
    // Asks again for each form, because a patient created meanwhile may have the code.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      return unwrap(
        await api.call(routes.doesPatientExist, { body: { code: debouncedCode }, signal }),
      );
    },
  });
  // The current text has not been checked yet.
  if (!shouldCheck || data === undefined || debouncedCode !== code.trim()) return 'unknown';
  return data.exists && data.id !== patientId ? 'taken' : 'free';
}
