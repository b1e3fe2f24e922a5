import type { RoleFeatures } from '#contracts';
import type { Mailer } from '../mail/mailer.ts';
import type { ServerDeps } from '../server-deps.ts';
import type { VerifyPassword } from './passwords.ts';

/** What the calls of this room share. */
export interface AccountDeps {
  readonly deps: ServerDeps;
  readonly mailer: Pick<Mailer, 'nudge' | 'deliver'>;
  readonly roleFeatures: RoleFeatures;
  /** Where people reach the site, if its configuration says so. */
  readonly publicUrl: string | null;
  /** Developer mode of a demonstration on this machine: answers show the link of a mail. */
  readonly exposesLinks: boolean;
  /** Tests count the comparisons. */
  readonly verifyPassword?: VerifyPassword;
}
