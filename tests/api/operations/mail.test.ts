import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '#foundation';
import { type FakeClock, fakeClock } from '#testing';
import { createLink } from '../../../platform/server/accounts/account-links.ts';
import type { MailSender, Message } from '../../../platform/server/mail/mail-sender.ts';
import { Mailer } from '../../../platform/server/mail/mailer.ts';
import { outboxSender } from '../../../platform/server/mail/outbox-sender.ts';
import { queueMail } from '../../../platform/server/mail/queue-mail.ts';
import { smtpSender } from '../../../platform/server/mail/smtp-sender.ts';
import { type DataPlane, startDataPlane, type Tenant } from '../../faults/support/data-plane.ts';
import { outboxOf } from '../support/mails.ts';
import { startSmtp } from '../support/smtp.ts';
import { EMAILS, PASSWORD, startTestServer } from '../support/start-test-server.ts';

const MINUTE = 60_000;
const FROM = 'Clockface Nord-Süd <no-reply@site.example>';

const hasPython = spawnSync('python3', ['--version']).status === 0;

let plane: DataPlane;
let tenant: Tenant;
let clock: FakeClock;
let folder: string;
beforeAll(async () => {
  plane = await startDataPlane();
  folder = mkdtempSync(join(tmpdir(), 'clockface-mail-'));
});
afterAll(async () => {
  await plane[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await plane.db.deleteFrom('mail').execute();
  tenant = await plane.addTenant();
  clock = fakeClock(Date.now());
});

const aMessage = (overrides: Partial<Message> = {}): Message => ({
  id: '019b0000-0000-7000-8000-000000000001',
  from: FROM,
  to: 'nora@site.example',
  subject: 'Prüfung: Set a new password',
  text: `Grüße\n\nhttps://site.example/#/confirm-reset-password?token=${'a'.repeat(43)}\n\n.\nend\n`,
  at: new Date('2026-11-20T12:00:00Z'),
  ...overrides,
});

/** Creates a sender with scripted outcomes that records its messages. */
function scriptedSender(...outcomes: ('sent' | 'refused' | 'fails' | 'hangs')[]) {
  const received: Message[] = [];
  const sender: MailSender = {
    send(message) {
      received.push(message);
      const outcome = outcomes[received.length - 1] ?? 'sent';
      if (outcome === 'hangs') return new Promise(() => undefined);
      return Promise.resolve(
        outcome === 'sent'
          ? { sent: true }
          : { sent: false, reason: 'ESOCKET', permanent: outcome === 'refused' },
      );
    },
    close: () => undefined,
  };
  return { sender, received };
}

const mailerOf = (
  sender: MailSender,
  baseUrl: () => string | null = () => 'https://site.example',
) =>
  new Mailer({
    db: plane.db,
    clock,
    logger: silentLogger,
    sender,
    createLink,
    siteName: 'Nord',
    from: FROM,
    baseUrl,
  });

const queueReset = () =>
  queueMail(plane.db, clock, {
    organizationId: tenant.organizationId,
    kind: 'RESET',
    recipient: 'viewer@clinic.example',
  });

const rowOf = (id: string) =>
  plane.db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('the outbox', () => {
  it('contains complete messages in mail format, readable only by the server’s user', async () => {
    const outbox = join(folder, 'outbox');
    const sender = outboxSender(outbox);
    expect(await sender.send(aMessage())).toEqual({ sent: true, written: true });
    expect(readdirSync(outbox)).toEqual([`${aMessage().id}.eml`]);
    expect(statSync(join(outbox, `${aMessage().id}.eml`)).mode & 0o777).toBe(0o600);
    const [mail] = outboxOf(folder);
    expect(mail!.headers).toMatchObject({
      to: 'nora@site.example',
      date: 'Fri, 20 Nov 2026 12:00:00 +0000',
      'message-id': `<${aMessage().id}@site.example>`,
      'mime-version': '1.0',
      'auto-submitted': 'auto-generated',
    });
    expect(mail!.text).toBe(aMessage().text);
    // RFC 5322 2.1.1 and 2.3: lines of at most 998 characters, only CRLF; RFC 2047: ASCII headers.
    expect(mail!.raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of mail!.raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
    expect([...mail!.raw].every((character) => character <= '~')).toBe(true);
  });

  it.runIf(hasPython)(
    'contains messages that an independent parser reads without defects',
    async () => {
      const outbox = join(folder, 'read-by-others');
      await outboxSender(outbox).send(aMessage());
      const parsed = readByPython(join(outbox, `${aMessage().id}.eml`));
      const { subject, text, from } = aMessage();
      expect(parsed).toEqual({ subject, text, from, defects: 0 });
    },
  );

  it('drops headers injected through the subject or the name of the sender', async () => {
    const outbox = join(folder, 'injected');
    const injection = '\r\nBcc: evil@evil.example\r\n\r\nbody';
    await outboxSender(outbox).send(
      aMessage({ subject: `A${injection}`, from: `Clinic${injection} <no-reply@site.example>` }),
    );
    const [mail] = outboxOf(folder, 'injected');
    expect(mail!.text).toBe(aMessage().text);
    expect(mail!.headers.bcc).toBeUndefined();
  });

  it('that is not writable is reported, so that the message can be retried', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    expect(await outboxSender(file).send(aMessage())).toMatchObject({ sent: false });
  });
});

interface ParsedMail {
  readonly subject: string;
  readonly text: string;
  readonly from: string;
  readonly defects: number;
}

/** Parses mail with Python's own library, an independent reader, if Python is installed. */
function readByPython(file: string): ParsedMail {
  const program = `
import email, json, sys
from email import policy
m = email.message_from_bytes(open(sys.argv[1], 'rb').read(), policy=policy.default)
print(json.dumps({'subject': str(m['subject']), 'from': str(m['from']), 'defects': len(m.defects),
  'text': m.get_content().replace('\\r\\n', '\\n')}))`;
  return JSON.parse(execFileSync('python3', ['-c', program, file], { encoding: 'utf8' }));
}

describe('a mail server', () => {
  it('gets the message through an authenticated session', async () => {
    const smtp = await startSmtp({ login: { user: 'site', password: 'p4ss' } });
    const config = { kind: 'smtp', host: '127.0.0.1', port: smtp.port, secure: false } as const;
    const goodLogin = smtpSender({ ...config, user: 'site', from: FROM }, 'p4ss');
    expect(await goodLogin.send(aMessage())).toEqual({ sent: true });
    const badLogin = smtpSender({ ...config, user: 'site', from: FROM }, 'guess');
    expect(await badLogin.send(aMessage())).toMatchObject({ sent: false, permanent: false });
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]).toMatchObject({ to: ['nora@site.example'], text: aMessage().text });
    goodLogin.close();
    badLogin.close();
    await smtp.close();
  });

  it('on another machine receives nothing without TLS', async () => {
    const smtp = await startSmtp();
    const config = { kind: 'smtp', host: '127.0.0.2', port: smtp.port, secure: false } as const;
    const sender = smtpSender({ ...config, from: FROM }, null);
    expect(await sender.send(aMessage())).toMatchObject({ sent: false });
    expect(smtp.received).toHaveLength(0);
    await smtp.close();
  });

  it('that rejects a recipient is not retried, but a full or offline server is', async () => {
    const smtp = await startSmtp({ responseCodeFor: (to) => (to.startsWith('full') ? 452 : 550) });
    const config = { kind: 'smtp', host: '127.0.0.1', port: smtp.port, secure: false } as const;
    const sender = smtpSender({ ...config, from: FROM }, null);
    const unknownRecipient = await sender.send(aMessage({ to: 'gone@site.example' }));
    expect(unknownRecipient).toEqual({ sent: false, permanent: true, reason: 'EENVELOPE 550' });
    const full = await sender.send(aMessage({ to: 'full@site.example' }));
    expect(full).toMatchObject({ sent: false, permanent: false });
    await smtp.close();
    const offline = await sender.send(aMessage());
    expect(offline).toMatchObject({ sent: false, permanent: false });
    expect(JSON.stringify([unknownRecipient, full, offline])).not.toMatch(/site\.example|token/);
  });
});

describe('a queued message', () => {
  it('is sent exactly once by two servers on one database', async () => {
    const { sender, received } = scriptedSender();
    const mailers = [mailerOf(sender), mailerOf(sender)];
    const ids: string[] = [];
    for (const role of ['viewer', 'operator', 'physician', 'admin', 'blind_annotator']) {
      const recipient = `${role}@clinic.example`;
      const { organizationId } = tenant;
      ids.push(await queueMail(plane.db, clock, { organizationId, kind: 'RESET', recipient }));
    }
    for (const mailer of mailers) mailer.nudge();
    await expect.poll(async () => (await rowOf(ids[4]!)).state).toBe('SENT');
    await expect.poll(() => received.length).toBe(5);
    expect(new Set(received.map((message) => message.id))).toEqual(new Set(ids));
    for (const mailer of mailers) mailer.dispose();
  });

  it('claimed by a process that was killed is sent by another process later', async () => {
    const id = await queueReset();
    const hanging = scriptedSender('hangs');
    const first = mailerOf(hanging.sender);
    first.nudge();
    await expect.poll(() => hanging.received.length).toBe(1);
    first.dispose();
    const { sender, received } = scriptedSender();
    const second = mailerOf(sender);
    second.nudge();
    expect((await rowOf(id)).state).toBe('QUEUED');
    expect(received).toHaveLength(0);
    clock.advance(MINUTE + 1);
    second.nudge();
    await expect.poll(async () => (await rowOf(id)).state).toBe('SENT');
    expect(received).toHaveLength(1);
    // Both links work, because either of the two messages may arrive.
    const links = await plane.db
      .selectFrom('accountLink')
      .select('id')
      .where('organizationId', '=', tenant.organizationId)
      .execute();
    expect(links).toHaveLength(2);
    second.dispose();
  });

  it('retries with backoff, then ends as FAILED', async () => {
    const id = await queueReset();
    const { sender, received } = scriptedSender(
      ...Array.from({ length: 20 }, () => 'fails' as const),
    );
    const mailer = mailerOf(sender);
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      mailer.nudge();
      await expect.poll(async () => (await rowOf(id)).problem).toBe('ESOCKET');
      await expect.poll(async () => (await rowOf(id)).attempts).toBe(attempt);
      await expect.poll(() => received.length).toBe(attempt);
      // Longer than the longest delay between two attempts.
      clock.advance(13 * 60 * MINUTE);
    }
    await expect.poll(async () => (await rowOf(id)).state).toBe('FAILED');
    mailer.nudge();
    expect(received).toHaveLength(9);
    mailer.dispose();
  });

  it('is dropped if its account was deleted or the rejection is final', async () => {
    const id = await queueReset();
    await plane.db
      .updateTable('account')
      .set({ deletedAt: new Date().toISOString() })
      .where('id', '=', tenant.accountOf('VIEWER').id)
      .execute();
    const { sender, received } = scriptedSender('refused');
    const mailer = mailerOf(sender);
    mailer.nudge();
    await expect.poll(async () => (await rowOf(id)).state).toBe('DROPPED');
    const { organizationId } = tenant;
    const recipient = 'admin@clinic.example';
    const rejectedId = await queueMail(plane.db, clock, {
      organizationId,
      kind: 'RESET',
      recipient,
    });
    mailer.nudge();
    await expect.poll(async () => (await rowOf(rejectedId)).state).toBe('FAILED');
    expect(received).toHaveLength(1);
    mailer.dispose();
  });

  it('is never sent if the call that queued it was rolled back', async () => {
    const { sender, received } = scriptedSender();
    const mailer = mailerOf(sender);
    const undone = plane.db.transaction().execute(async (inside) => {
      const { organizationId } = tenant;
      const recipient = 'viewer@clinic.example';
      await queueMail(inside, clock, { organizationId, kind: 'RESET', recipient });
      mailer.nudge();
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    mailer.nudge();
    const id = await queueReset();
    mailer.nudge();
    await expect.poll(async () => (await rowOf(id)).state).toBe('SENT');
    expect(received).toHaveLength(1);
    mailer.dispose();
  });

  it('waits until the address of the site is known', async () => {
    const { sender, received } = scriptedSender();
    let address: string | null = null;
    const mailer = mailerOf(sender, () => address);
    const id = await queueReset();
    mailer.nudge();
    address = 'https://site.example';
    mailer.nudge();
    await expect.poll(async () => (await rowOf(id)).state).toBe('SENT');
    expect(received[0]!.text).toContain('https://site.example/#/confirm-reset-password?token=');
    mailer.dispose();
  });
});

describe('the whole server', () => {
  it('sends messages queued before a crash through the site’s mail server', async () => {
    const stoppedSmtp = await startSmtp();
    await stoppedSmtp.close();
    const config = {
      publicUrl: 'https://localhost/clockface/',
      mail: {
        kind: 'smtp' as const,
        host: '127.0.0.1',
        port: stoppedSmtp.port,
        secure: false,
        user: 'site',
        password: { env: 'TEST_SMTP_PASSWORD' },
        from: FROM,
      },
    };
    const env = { TEST_SMTP_PASSWORD: 'p4ss-canary' };
    const killed = await startTestServer({ config, env });
    const path = '/accounts/actions/sendResetPasswordEmail';
    const response = await killed.call('POST', path, { body: { email: EMAILS.VIEWER } });
    expect(response.status).toBe(200);
    await expect.poll(() => killed.log(), { timeout: 10_000 }).toContain('A mail was not sent');
    await killed.kill();
    expect(killed.log()).not.toContain('p4ss-canary');
    const smtp = await startSmtp({
      port: stoppedSmtp.port,
      login: { user: 'site', password: 'p4ss-canary' },
    });
    const { dataFolder } = killed;
    const server = await startTestServer({ config, env, dataFolder });
    await expect.poll(() => smtp.received.length, { timeout: 30_000 }).toBe(1);
    const [mail] = smtp.received;
    expect(mail!.to).toEqual([EMAILS.VIEWER]);
    expect(mail!.text).toMatch(
      /^https:\/\/localhost\/clockface\/#\/confirm-reset-password\?token=[\w-]{43}$/m,
    );
    expect(server.log()).not.toMatch(/p4ss-canary|token=/);
    const body = { email: EMAILS.VIEWER, password: PASSWORD };
    const login = await server.call('POST', '/accounts/actions/login', { body });
    expect(login.headers.get('set-cookie')).toMatch(
      /; Path=\/clockface\/api\/accounts\/actions\/login; .*; Secure$/,
    );
    await server.stop();
    await smtp.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  it('shows the link only in developer mode of a demonstration', async () => {
    const config = {
      flags: { autoGroupLengthMarks: false, editAiFinding: true, isDevModeUi: true },
    };
    const server = await startTestServer({ config });
    const path = '/accounts/actions/sendResetPasswordEmail';
    const requestReset = (email: string) => server.call('POST', path, { body: { email } });
    const link = expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:\d+\/#\/confirm-reset-password\?token=/,
    );
    expect((await requestReset(EMAILS.VIEWER)).body).toEqual({ link });
    expect((await requestReset('nobody@site.example')).body).toEqual({ link: null });
    await server.stop();
  });
});
