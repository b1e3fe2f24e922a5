import { describe, expect, it } from 'vitest';
import type { Job } from '#contracts';
import { addTranslations, newId } from '#foundation';
import { jobInLanguage } from './job-in-language.ts';

const job: Job = {
  id: newId(),
  jobType: 'R3D',
  entityId: newId(),
  status: 'FAILED',
  phase: 'A phase of this test',
  done: 3,
  total: 10,
  attempt: 1,
  problem: { code: 'JOB_TEST', title: 'It failed', detail: 'Line 3', next: 'Try again.' },
  createdAt: '2026-01-05T09:00:00Z',
  startedAt: null,
  endedAt: null,
};

describe('a job in the language of the page', () => {
  it('is unchanged without a translation', () => {
    expect(jobInLanguage(job)).toEqual(job);
    expect(jobInLanguage({ ...job, phase: null, problem: null }).phase).toBeNull();
  });

  it('has translated phase, title and next step', () => {
    addTranslations({
      'job-phases': { 'A phase of this test': 'Eine Phase' },
      'server-problems': {
        JOB_TEST: { title: 'Fehlgeschlagen', next: 'Versuchen Sie es erneut.' },
      },
    });
    expect(jobInLanguage(job)).toMatchObject({
      phase: 'Eine Phase',
      problem: {
        title: 'Fehlgeschlagen',
        detail: 'Line 3',
        next: 'Versuchen Sie es erneut.',
      },
    });
  });
});
