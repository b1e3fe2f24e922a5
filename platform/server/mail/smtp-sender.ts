import type { MailConfig } from '#contracts';
import { composeMail } from './compose-mail.ts';
import type { MailSender } from './mail-sender.ts';
import { LazyTransport } from './transport.ts';

type SmtpConfig = Extract<MailConfig, { kind: 'smtp' }>;

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
/** Shorter than the lease of a message, so that no two send it at once. */
const WAIT_MS = 20_000;

/** Speaks SMTP with the site's mail server. Beyond this machine never without TLS. */
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
    // Its own log would hold addresses and tokens.
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
        // 5xx to this recipient stays (RFC 5321 4.2.1); a wrong password of ours can be mended.
        return { sent: false, reason, permanent: responseCode >= 500 && code === 'EENVELOPE' };
      }
    },
    close: () => transport.close(),
  };
}
