import { ok } from '#foundation';
import { workerCredentialsOf } from '../../accounts/worker-credentials.ts';
import type { AdminCommand } from './command.ts';
import { ORGANIZATION_OPTION, organizationOf } from './site-organization.ts';

export const listWorkers: AdminCommand = {
  name: 'list-workers',
  summary: 'Lists the valid worker credentials of an organization with job types and last use',
  options: { organization: ORGANIZATION_OPTION },
  examples: ['list-workers'],
  async run({ db, print }, values) {
    const organization = await organizationOf(db, values);
    if (!organization.ok) return organization;
    const workers = await workerCredentialsOf(db, organization.value.id)
      .orderBy('w.createdAt')
      .execute();
    for (const { name, jobTypes, createdAt, lastUsedAt } of workers) {
      const last = lastUsedAt === createdAt ? 'never used' : lastUsedAt;
      print([name, jobTypes.join(','), `created ${createdAt}`, last].join('\t'));
    }
    return ok(undefined);
  },
};
