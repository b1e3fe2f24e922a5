import { activationCode } from './activation-code.ts';
import { auditVerify } from './audit-verify.ts';
import { closeOrganization } from './close-organization.ts';
import type { AdminCommand } from './command.ts';
import { createAccount } from './create-account.ts';
import { createOrganization } from './create-organization.ts';
import { createWorker } from './create-worker.ts';
import { listAccounts } from './list-accounts.ts';
import { listWorkers } from './list-workers.ts';
import { resetPassword } from './reset-password.ts';
import { revokeWorker } from './revoke-worker.ts';
import { unlock } from './unlock.ts';

/** In the order of the help. */
export const allCommands: readonly AdminCommand[] = [
  createOrganization,
  activationCode,
  closeOrganization,
  createAccount,
  listAccounts,
  resetPassword,
  unlock,
  createWorker,
  listWorkers,
  revokeWorker,
  auditVerify,
];
