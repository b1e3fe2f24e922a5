import type { routes } from '#contracts';
import type { RouteCases } from './route-case.ts';

export const auditCases: RouteCases<typeof routes> = {
  listAudit: {
    roles: ['ADMIN'],
    principals: [],
    call: () => ({ query: { limit: '5' } }),
    foreign: {
      actorId: (_ours, theirs) => ({
        query: { actorId: theirs.clinic.accountOf('PHYSICIAN').id },
      }),
      subjectId: (_ours, theirs) => ({ query: { subjectId: theirs.patientId } }),
    },
    foreignAnswer: 'nothing',
  },
  exportAudit: {
    roles: ['ADMIN'],
    principals: [],
    call: () => ({ query: { format: 'jsonl', act: 'exportAudit' } }),
    foreign: {
      actorId: (_ours, theirs) => ({
        query: { actorId: theirs.clinic.accountOf('PHYSICIAN').id, format: 'jsonl' },
      }),
      subjectId: (_ours, theirs) => ({
        query: { subjectId: theirs.patientId, format: 'jsonl' },
      }),
    },
    foreignAnswer: 'nothing',
  },
  verifyAudit: {
    roles: ['ADMIN'],
    principals: [],
    call: () => ({}),
    foreign: 'The chain of the own organization; no id is named.',
  },
};
