import { ok, type Result } from '#foundation';
import type { ServerDeps } from '../http/server-deps.ts';
import type { CreateLink } from './address-mail.ts';
import { Mailer } from './mailer.ts';
import { openSender } from './open-sender.ts';

/**
 * Starts the mailer of the site; runs until the server stops.
 * @param listensAt base URL of links if the configuration has no public URL; null until known
 */
export function openMailer(
  { db, clock, logger, site, dataFolder, scope }: ServerDeps,
  createLink: CreateLink,
  listensAt: () => string | null,
): Result<Mailer> {
  const sender = openSender(site, dataFolder);
  if (!sender.ok) return sender;
  const { publicUrl, name, mail, server } = site.config;
  if (publicUrl === null && !/^(127\.0\.0\.1|::1|localhost)$/.test(server.host)) {
    logger.log('warn', 'Links in mails lead to this machine: the configuration has no publicUrl');
  }
  const mailer = new Mailer({
    db,
    clock,
    logger,
    sender: sender.value,
    createLink,
    siteName: name,
    from: mail.from,
    baseUrl: () => publicUrl ?? listensAt(),
  });
  return ok(scope.own(mailer));
}
