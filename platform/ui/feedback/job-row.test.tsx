// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { render, unmountAll } from '../testing.ts';
import { JobRow, type JobView } from './job-row.tsx';

afterEach(unmountAll);

describe('the row of a job', () => {
  it.each([
    ['Queued', { status: 'NOT_STARTED' }],
    ['Starting', { status: 'IN_PROGRESS' }],
    ['Reconstructing', { status: 'IN_PROGRESS', phase: 'Reconstructing' }],
  ] as const)('shows %s as text and names the progress bar after it', async (state, change) => {
    const job: JobView = { phase: null, done: 0, total: 0, problem: null, ...change };
    await render(<JobRow title="3D reconstruction" job={job} />);
    expect(document.body.textContent).toContain(state);
    const bar = document.querySelector('[role=progressbar]');
    expect(bar?.getAttribute('aria-label')).toBe(`3D reconstruction, ${state}`);
  });
});
