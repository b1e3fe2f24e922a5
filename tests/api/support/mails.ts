import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A message as displayed by a mail program. */
export interface ReadMail {
  readonly file: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The message as sent. */
  readonly raw: string;
}

/**
 * Parses a message: unfolds headers (RFC 5322 2.2.3), decodes the transfer encoding (RFC 2045 6).
 */
export function readMail(raw: string, file = ''): ReadMail {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  const headers = Object.fromEntries(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = raw.slice(end + 4);
  const encoding = headers['content-transfer-encoding'] ?? '7bit';
  return { file, headers, raw, text: decode(body, encoding).replaceAll('\r\n', '\n') };
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Returns all messages in the outbox of a data folder, oldest first. */
export function outboxOf(dataFolder: string, name = 'outbox'): readonly ReadMail[] {
  const folder = join(dataFolder, name);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.eml'))
    .sort()
    .map((file) => readMail(readFileSync(join(folder, file), 'utf8'), file));
}

/** Waits until an address has the expected number of mails and returns them. */
export async function waitForMails(
  dataFolder: string,
  address: string,
  count = 1,
): Promise<readonly ReadMail[]> {
  const end = Date.now() + 10_000;
  for (;;) {
    const matches = outboxOf(dataFolder).filter((mail) => mail.headers.to === address);
    if (matches.length >= count) return matches;
    if (Date.now() > end) throw new Error(`${matches.length} of ${count} mails to ${address}`);
    await sleep(30);
  }
}

/** Returns the link in the newest mail to an address, and its token. */
export async function linkTo(
  dataFolder: string,
  address: string,
  count = 1,
): Promise<{ link: string; page: string; token: string }> {
  const newest = (await waitForMails(dataFolder, address, count)).at(-1)!;
  const [link = '', page = '', token = ''] =
    /https?:\/\/\S*\/#\/([a-z-]+)\?token=([\w-]+)/.exec(newest.text) ?? [];
  return { link, page, token };
}
