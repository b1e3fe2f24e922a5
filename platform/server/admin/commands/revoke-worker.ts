import { fail, ok, problem } from '#foundation';
import { revokeWorkerCredential } from '../../accounts/worker-credentials.ts';
import { handOverJobs } from '../../jobs/hand-over-jobs.ts';
import type { AdminCommand } from './command.ts';
import { WORKER_NAME_OPTION } from './create-worker.ts';
import { auditAction, ORGANIZATION_OPTION, organizationOf } from './site-organization.ts';

export const revokeWorker: AdminCommand = {
  name: 'revoke-worker',
  summary:
    'Revokes a worker credential; its next call is rejected, and its jobs go to the server or fail',
  options: { name: WORKER_NAME_OPTION, organization: ORGANIZATION_OPTION },
  examples: ['revoke-worker --name blobs'],
  async run({ db, print }, values) {
    const organization = await organizationOf(db, values);
    if (!organization.ok) return organization;
    const { id: organizationId } = organization.value;
    const name = (values.name?.[0] ?? '').trim();
    return db.transaction().execute(async (trx) => {
      const revoked = await revokeWorkerCredential(trx, organizationId, name);
      if (revoked === null) {
        return fail(
          problem(
            'ADMIN_WORKER',
            'The worker does not exist',
            `No valid worker is named ${name}.`,
            'List the workers with npm run admin -- list-workers.',
          ),
        );
      }
      await auditAction(trx, organizationId, 'revoke-worker', { id: revoked.id });
      const { toServer, failed } = await handOverJobs(trx, organizationId, revoked.jobTypes);
      print(`Worker ${name} is revoked.`);
      if (toServer > 0) print(`${toServer} of its jobs run on the server now.`);
      if (failed > 0) print(`${failed} of its jobs failed, because no other worker takes them.`);
      return ok(undefined);
    });
  },
};
