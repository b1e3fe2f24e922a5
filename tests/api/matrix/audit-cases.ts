import type { routes } from '#contracts';
import type { RouteCases } from './route-case.ts';

export const auditCases: RouteCases<typeof routes> = {
  listAudit: {
    roles: ['ADMIN'],
    principals: [],
    // The filter excludes the caller's own attempts on foreign objects, which the audit also lists.
    call: () => ({ query: { limit: '5', act: 'listAudit' } }),
    foreign: {
      actorId: (_ownOrg, otherOrg) => ({
        query: { actorId: otherOrg.base.accountOf('PHYSICIAN').id },
      }),
      // A fresh patient, because the caller's audit lists earlier attempts on foreign objects.
      subjectId: async (_ownOrg, otherOrg) => ({
        query: { subjectId: await otherOrg.newPatient() },
      }),
    },
    foreignResponse: 'nothing',
  },
  listAuditDay: {
    roles: ['ADMIN'],
    principals: [],
    call: () => ({ query: { day: '2001-02-03', limit: '5' } }),
    foreign: {
      actorId: (_ownOrg, otherOrg) => ({
        query: {
          day: new Date().toISOString().slice(0, 10),
          actorId: otherOrg.base.accountOf('PHYSICIAN').id,
        },
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
  createAuditDownload: {
    roles: ['ADMIN'],
    principals: [],
    call: () => ({ body: { format: 'csv' } }),
    foreign: {
      // Fresh ids, because the address repeats the ids that the caller has sent.
      actorId: async (_ownOrg, otherOrg) => ({ body: { actorId: await otherOrg.newAccount() } }),
      subjectId: async (_ownOrg, otherOrg) => ({
        body: { subjectId: await otherOrg.newPatient() },
      }),
    },
    foreignResponse: 'address',
  },
  verifyAudit: {
    roles: ['ADMIN'],
    principals: [],
    call: () => ({}),
    foreign: 'The chain of the caller’s organization; no id is named.',
  },
};
