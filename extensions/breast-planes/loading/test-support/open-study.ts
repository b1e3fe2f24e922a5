import { apiToken, type ExtensionContext, sessionToken, studyToken, viewStateToken } from '#core';
import { fakePlatform } from '#core/testing';
import { createReadingState, readingToken } from '../../state/volumes/reading-state.ts';

/** Opens the first scan of a fake clinic, with a context that loads its volumes. */
export async function openStudy() {
  const platform = await fakePlatform('PHYSICIAN');
  const { study, backend, viewState, session, api } = platform;
  const scanId = backend.scans[0]?.id ?? '';
  await study.open(backend.studyId, scanId);
  const reading = createReadingState();
  const services = new Map<unknown, unknown>([
    [studyToken, study],
    [viewStateToken, viewState],
    [readingToken, reading],
    [sessionToken, session],
    [apiToken, api],
  ]);
  const context = {
    use: (token: unknown) => services.get(token),
    log: { log: () => undefined },
    scope: { ended: false },
  } as unknown as ExtensionContext;
  return { ...platform, context, reading, scanId };
}
