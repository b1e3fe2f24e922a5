// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import type { FollowUp } from '#contracts';
import { newId } from '#foundation';
import { render, unmountAll } from '#ui/testing';
import { followUpColumns } from './follow-up-columns.tsx';

afterEach(unmountAll);

const GROWN: FollowUp = {
  ...{ id: newId(), reason: 'GROWN', studyId: newId(), patientId: newId(), reportId: newId() },
  ...{ accessionNumber: 'A1', who: null, reader: { id: newId(), name: 'Ann Reader' } },
  ...{ signedAt: '2026-02-01T08:00:00.000Z', studyDay: '2026-01-31', sides: ['L'] },
  ...{ months: null, isAssumed: false, dueDay: '2026-08-05', daysLeft: 0 },
  ...{ request: null, closure: null, findings: [] },
};

async function textOf(columnId: string, item: FollowUp): Promise<string> {
  const column = followUpColumns(false, item.closure === null ? 'DUE' : 'CLOSED').find(
    ({ id }) => id === columnId,
  );
  await render(<div data-testid="cell">{column?.cell(item)}</div>);
  return document.querySelector('[data-testid=cell]')?.textContent ?? '';
}

describe('the list of follow-ups', () => {
  it('marks a grown lesion, which is due at once', async () => {
    expect(await textOf('reason', GROWN)).toBe('Lesion has grown');
    await unmountAll();
    expect(await textOf('days', GROWN)).toBe('due at once');
    await unmountAll();
    expect(await textOf('days', { ...GROWN, daysLeft: -12 })).toBe('12 days overdue');
  });

  it('shows why and by whom a follow-up was closed', async () => {
    const closure = { reason: 'ELSEWHERE', note: null, author: null } as const;
    const closed = { ...GROWN, closure: { ...closure, createdAt: '2026-09-01T08:00:00.000Z' } };
    expect(await textOf('why', closed)).toBe('Followed up elsewhere');
    await unmountAll();
    expect(await textOf('closedBy', closed)).toBe('Unknown user');
    await unmountAll();
    const other = { ...closed.closure, reason: 'OTHER' as const, note: 'Lives abroad' };
    expect(await textOf('why', { ...closed, closure: other })).toBe('Other reason: Lives abroad');
  });
});
