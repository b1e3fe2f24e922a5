import { routes, type Scan } from '#contracts';
import { apiToken, type ExtensionContext, studyToken } from '#core';
import { ok, type Result } from '#foundation';
import type { ImageSubject } from '../model/findings/image-caption.ts';

/**
 * Returns patient, study and scan of an image; reads the study of a prior from the server. Priors
 * belong to the patient of the open study.
 */
export async function readImageSubject(
  context: ExtensionContext,
  scan: Scan,
): Promise<Result<ImageSubject>> {
  const { patient, study } = context.use(studyToken).store.getState();
  if (study !== null && study.id === scan.studyId) return ok({ scan, patient, study });
  const params = { id: scan.studyId };
  const response = await context.use(apiToken).call(routes.getStudy, { params });
  return response.ok ? ok({ scan, patient, study: response.value }) : response;
}
