import * as z from 'zod';
import { workerJobTypeSchema, workerJobTypesSchema } from '#contracts';
import { fail, ok, problem } from '#foundation';
import { createWorkerCredential } from '../../accounts/worker-credentials.ts';
import type { AdminCommand, AdminValues } from './command.ts';
import { auditAction, ORGANIZATION_OPTION, organizationOf } from './site-organization.ts';

export const WORKER_NAME_OPTION = { value: 'NAME', help: 'of the worker', required: true } as const;

export const createWorker: AdminCommand = {
  name: 'create-worker',
  summary:
    'Creates a worker credential: prints its token once; workers run jobs outside the server',
  options: {
    name: { ...WORKER_NAME_OPTION, help: 'for the list of workers, such as "blobs on gpu-1"' },
    types: {
      value: 'TYPES',
      required: true,
      help: 'job types with commas: AUTO_DETECTION, or your own as org.example.blobs',
    },
    organization: ORGANIZATION_OPTION,
  },
  examples: [
    'create-worker --name blobs --types org.example.blobs',
    'create-worker --name "detector on gpu-1" --types AUTO_DETECTION,org.example.blobs',
  ],
  async run({ db, print }, values) {
    const fields = fieldsOf(values);
    if (!fields.ok) return fields;
    const organization = await organizationOf(db, values);
    if (!organization.ok) return organization;
    const { id: organizationId, name: organizationName } = organization.value;
    const { name, jobTypes } = fields.value;
    return db.transaction().execute(async (trx) => {
      const created = await createWorkerCredential(trx, { organizationId, name, jobTypes });
      if (created === null) {
        return notCreated(
          `A worker named ${name} exists.`,
          `Choose another name, or revoke it with npm run admin -- revoke-worker --name "${name}".`,
        );
      }
      const { id, token } = created;
      await auditAction(trx, organizationId, 'create-worker', { id, jobTypes: jobTypes.join(',') });
      print(`Worker ${name} of ${organizationName} can take jobs of type ${jobTypes.join(', ')}.`);
      print('This is its token. It is shown only once:');
      print(token);
      return ok(undefined);
    });
  },
};

const notCreated = (detail: string, next: string) =>
  fail(problem('ADMIN_VALUE', 'The worker was not created', detail, next));

const nameSchema = z.string().trim().min(1).max(100);

function fieldsOf(values: AdminValues) {
  const name = nameSchema.safeParse(values.name?.[0]);
  if (!name.success) {
    return notCreated('The name is empty or longer than 100 characters.', 'Choose another name.');
  }
  const types = (values.types?.[0] ?? '').split(',').map((type) => type.trim());
  const wrong = types.filter((type) => !workerJobTypeSchema.safeParse(type).success);
  const jobTypes = workerJobTypesSchema.safeParse([...new Set(types)]);
  if (jobTypes.success) return ok({ name: name.data, jobTypes: jobTypes.data });
  return notCreated(
    wrong.length === 0
      ? 'A worker can have up to 32 job types.'
      : `Not a job type of workers: ${wrong.join(', ')}.`,
    'Use AUTO_DETECTION, or a reverse domain name as org.example.blobs.',
  );
}
