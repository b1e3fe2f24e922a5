import { problemInLanguage } from '#api-client';
import type { Job } from '#contracts';
import { translationOf } from '#foundation';

/**
 * Returns a job with phase and Problem in the language of the page. Phases are English texts of the
 * job's program; the area `job-phases` translates them by these texts. Unknown phases stay English.
 */
export function jobInLanguage(job: Job): Job {
  const { phase, problem } = job;
  const phases = translationOf('job-phases');
  const translated = phase !== null && Object.hasOwn(phases, phase) ? phases[phase] : null;
  return {
    ...job,
    phase: typeof translated === 'string' ? translated : phase,
    problem: problem === null ? null : problemInLanguage(problem),
  };
}
