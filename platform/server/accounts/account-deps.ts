import type { RoleFeatures } from '#contracts';
import type { RouteDeps, ServerDeps } from '../http/server-deps.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { VerifyPassword } from './passwords.ts';

/** Dependencies shared by the account routes. */
export interface AccountDeps {
  readonly deps: RouteDeps & Pick<ServerDeps, 'clock' | 'sessionEnded' | 'studyChanged'>;
  readonly mailer: Pick<Mailer, 'nudge' | 'deliver'>;
  readonly roleFeatures: RoleFeatures;
  /** Public URL of the site; null when the configuration sets none. */
  readonly publicUrl: string | null;
  /** Returns mail links in responses; only in developer mode of a demonstration on loopback. */
  readonly exposesLinks: boolean;
  /** Replaced by tests to count comparisons. */
  readonly verifyPassword?: VerifyPassword;
}
