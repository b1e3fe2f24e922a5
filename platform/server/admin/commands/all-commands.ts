import { activationCode } from './activation-code.ts';
import { auditVerify } from './audit-verify.ts';
import type { AdminCommand } from './command.ts';
import { createAccount } from './create-account.ts';
import { createOrganization } from './create-organization.ts';
import { listAccounts } from './list-accounts.ts';
import { resetPassword } from './reset-password.ts';
import { unlock } from './unlock.ts';

/** In the order of the help. */
export const allCommands: readonly AdminCommand[] = [
  createOrganization,
  activationCode,
  createAccount,
  listAccounts,
  resetPassword,
  unlock,
  auditVerify,
];
