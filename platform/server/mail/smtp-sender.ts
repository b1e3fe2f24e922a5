import type { MailConfig } from '#contracts';
import { composeMail } from './compose-mail.ts';
import { LazyTransport } from './lazy-transport.ts';
import type { MailSender } from './mail-sender.ts';

type SmtpConfig = Extract<MailConfig, { kind: 'smtp' }>;

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
/** Limit of each of three waits, which together are shorter than the claim of a message (60 s). */
const WAIT_MS = 15_000;

/** Sends through the site's SMTP server. Requires TLS except on this machine. */
export function smtpSender(config: SmtpConfig, password: string | null): MailSender {
  const { host, port, secure, user } = config;
  const transport = new LazyTransport({
    host,
    port,
    secure,
    requireTLS: !secure && !LOOPBACK.has(host),
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    // nodemailer's log would contain addresses and tokens.
    logger: false,
    debug: false,
  });
  return {
    async send(message) {
      try {
        await (await transport.open()).sendMail(composeMail(message));
        return { sent: true };
      } catch (thrown) {
        const { code = '', responseCode = 0 } = thrown as { code?: string; responseCode?: number };
        const reason = `${code || 'ESMTP'}${responseCode > 0 ? ` ${responseCode}` : ''}`;
        // A 5xx for this recipient is permanent (RFC 5321 4.2.1); a wrong password of the site can
        // be corrected.
        return { sent: false, reason, permanent: responseCode >= 500 && code === 'EENVELOPE' };
      }
    },
    close: () => transport.close(),
  };
}
