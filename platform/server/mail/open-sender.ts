import { join } from 'node:path';
import { ok, type Result } from '#foundation';
import { readSecret } from '../site/read-secret.ts';
import type { Site } from '../site/site.ts';
import type { MailSender } from './mail-sender.ts';
import { outboxSender } from './outbox-sender.ts';
import { smtpSender } from './smtp-sender.ts';

/** Returns the mail sender that the site has configured; a Problem when its password is missing. */
export function openSender(
  { config, file }: Pick<Site, 'config' | 'file'>,
  dataFolder: string,
): Result<MailSender> {
  const { mail } = config;
  if (mail.kind === 'outbox') return ok(outboxSender(join(dataFolder, 'outbox')));
  if (mail.password === undefined) return ok(smtpSender(mail, null));
  const password = readSecret(mail.password, file);
  return password.ok ? ok(smtpSender(mail, password.value)) : password;
}
