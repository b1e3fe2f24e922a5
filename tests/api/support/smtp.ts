import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { type ReadMail, readMail } from './mails.ts';

export interface SmtpOptions {
  /** Required credentials; without them any sender is accepted. */
  readonly login?: { readonly user: string; readonly password: string };
  /** SMTP code of the response to a recipient; null accepts. */
  readonly responseCodeFor?: (address: string) => number | null;
  readonly port?: number;
}

/** A real SMTP server on loopback. */
export interface Smtp {
  readonly port: number;
  readonly received: readonly (ReadMail & { readonly to: readonly string[] })[];
  close(): Promise<void>;
}

export async function startSmtp(options: SmtpOptions = {}): Promise<Smtp> {
  const { login, responseCodeFor = () => null, port = 0 } = options;
  const received: (ReadMail & { to: readonly string[] })[] = [];
  const server = new SMTPServer({
    authOptional: login === undefined,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    name: `smtp-${randomBytes(4).toString('hex')}`,
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.password) done(null, { user: 'site' });
      else done(new Error('Wrong user or password'));
    },
    onRcptTo({ address }, _session, done) {
      const code = responseCodeFor(address);
      if (code === null) done();
      else done(Object.assign(new Error('Not here'), { responseCode: code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((recipient) => recipient.address);
        received.push({ ...readMail(Buffer.concat(chunks).toString('utf8')), to });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  server.on('error', () => undefined);
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
