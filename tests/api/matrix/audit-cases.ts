import type { routes } from '#contracts';
import type { RouteCases } from './route-case.ts';

export const auditCases: RouteCases<typeof routes> = {
  listAudit: {
    roles: ['ADMIN'],
    principals: [],
    // The own audit also lists own attempts on foreign objects; this filter excludes them.
    call: () => ({ query: { limit: '5', act: 'listAudit' } }),
    foreign: {
      actorId: (_ownOrg, otherOrg) => ({
        query: { actorId: otherOrg.base.accountOf('PHYSICIAN').id },
      }),
      // A fresh patient, because the own audit lists earlier own attempts on foreign objects.
      subjectId: async (_ownOrg, otherOrg) => ({
        query: { subjectId: await otherOrg.newPatient() },
      }),
    },
    foreignResponse: 'nothing',
  },
  exportAudit: {
    roles: ['ADMIN'],
    principals: [],
    call: () => ({ query: { format: 'jsonl', act: 'exportAudit' } }),
    foreign: {
      actorId: (_ownOrg, otherOrg) => ({
        query: { actorId: otherOrg.base.accountOf('PHYSICIAN').id, format: 'jsonl' },
      }),
      subjectId: async (_ownOrg, otherOrg) => ({
        query: { subjectId: await otherOrg.newPatient(), format: 'jsonl' },
      }),
    },
    foreignResponse: 'nothing',
  },
  verifyAudit: {
    roles: ['ADMIN'],
    principals: [],
    call: () => ({}),
    foreign: 'The chain of the own organization; no id is named.',
  },
};
