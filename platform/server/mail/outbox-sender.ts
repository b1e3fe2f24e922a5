import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { composeMail } from './compose-mail.ts';
import { LazyTransport } from './lazy-transport.ts';
import type { MailSender } from './mail-sender.ts';

/** Writes each message as one durable `.eml` file, for another program to deliver. */
export function outboxSender(folder: string): MailSender {
  const composer = new LazyTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(message) {
      try {
        const transport = await composer.open();
        const { message: bytes = Buffer.alloc(0) } = await transport.sendMail(composeMail(message));
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeAtomically(folder, `${message.id}.eml`, bytes);
        return { sent: true, written: true };
      } catch (thrown) {
        const { code = 'EOUTBOX' } = thrown as NodeJS.ErrnoException;
        return { sent: false, reason: code, permanent: false };
      }
    },
    close: () => composer.close(),
  };
}

/** Writes under a temporary name first, so that readers never find a partial message. */
async function writeAtomically(folder: string, name: string, bytes: Buffer): Promise<void> {
  const draft = join(folder, `.${name}.part`);
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, name));
  // Syncs the folder, so that the new name is durable.
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
