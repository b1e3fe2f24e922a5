/** Maximum number of studies whose first read is remembered, newest first. */
const MAX_STUDIES = 100;

/** Returns the ids of studies whose first read is finished, from the stored preference. */
export const finishedStudies = (stored: string | undefined): readonly string[] =>
  (stored ?? '').split(' ').filter((id) => id !== '');

/** Returns the preference with a further finished study. */
export function withFinishedStudy(stored: string | undefined, studyId: string): string {
  const others = finishedStudies(stored).filter((id) => id !== studyId);
  return [studyId, ...others].slice(0, MAX_STUDIES).join(' ');
}
