import { ok, type Result } from '#foundation';
import type { ServerDeps } from '../http/server-deps.ts';
import type { CreateLink } from './address-mail.ts';
import { Mailer } from './mailer.ts';
import { openSender } from './open-sender.ts';

/**
 * Starts the mailer of the site; runs until the server stops.
 * @param serverUrl returns the URL at which the server listens, null until known; base of links if
 * the configuration has no public URL
 */
export function openMailer(
  {
    db,
    clock,
    logger,
    site,
    dataFolder,
    scope,
  }: Pick<ServerDeps, 'clock' | 'dataFolder' | 'db' | 'logger' | 'scope' | 'site'>,
  createLink: CreateLink,
  serverUrl: () => string | null,
): Result<Mailer> {
  const sender = openSender(site, dataFolder);
  if (!sender.ok) return sender;
  const { publicUrl, name, mail, server } = site.config;
  if (publicUrl === null && !/^(127\.0\.0\.1|::1|localhost)$/.test(server.host)) {
    logger.log(
      'warn',
      'Links in mails point to this machine, because the configuration has no publicUrl',
    );
  }
  const mailer = new Mailer({
    db,
    clock,
    logger,
    sender: sender.value,
    createLink,
    siteName: name,
    from: mail.from,
    baseUrl: () => publicUrl ?? serverUrl(),
  });
  return ok(scope.own(mailer));
}
