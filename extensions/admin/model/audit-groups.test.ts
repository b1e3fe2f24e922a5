import { expect, it } from 'vitest';
import type { AuditDeedRow } from '#contracts';
import { dayAfter, groupDeeds } from './audit-groups.ts';

const ANN = { id: 'a', code: 'A-1', name: null };
const deed = (change: Partial<AuditDeedRow>): AuditDeedRow => ({
  seq: 1,
  firstAt: '2026-11-20T09:00:00Z',
  lastAt: '2026-11-20T09:00:00Z',
  count: 1,
  actorKind: 'human',
  actorId: 'p',
  actorName: 'Demo, Petra',
  patient: ANN,
  deed: 'openedStudy',
  done: true,
  ...change,
});

it('groups deeds by person and patient', () => {
  const groups = groupDeeds([
    deed({ seq: 1 }),
    deed({ seq: 2, deed: 'signedReport' }),
    deed({ seq: 3, patient: null, deed: 'signedIn' }),
    deed({ seq: 4, actorKind: 'system', actorId: null, actorName: null, deed: 'runCronJob' }),
  ]);
  expect(
    groups.map(({ actor, patients }) => [
      actor.actorKind,
      patients.map(({ patient, deeds }) => [patient?.code ?? null, deeds.map(({ seq }) => seq)]),
    ]),
  ).toEqual([
    [
      'human',
      [
        ['A-1', [1, 2]],
        [null, [3]],
      ],
    ],
    ['system', [['A-1', [4]]]],
  ]);
});

it('steps from day to day across months and years', () => {
  expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28');
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
});
