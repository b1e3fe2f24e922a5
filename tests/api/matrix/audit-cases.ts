import type { routes } from '#contracts';
import type { RouteCases } from './route-case.ts';

export const auditCases: RouteCases<typeof routes> = {
  listAudit: {
    roles: ['ADMIN'],
    principals: [],
    // The own audit tells of own tries to reach others; those are not looked at here.
    call: () => ({ query: { limit: '5', act: 'listAudit' } }),
    foreign: {
      actorId: (_ours, theirs) => ({
        query: { actorId: theirs.clinic.accountOf('PHYSICIAN').id },
      }),
      // One that nobody here ever tried to reach: the own audit tells of the own tries.
      subjectId: async (_ours, theirs) => ({ query: { subjectId: await theirs.newPatient() } }),
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
      subjectId: async (_ours, theirs) => ({
        query: { subjectId: await theirs.newPatient(), format: 'jsonl' },
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
