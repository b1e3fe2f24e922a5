import type { Message } from './mail-sender.ts';

/** Converts the message for nodemailer, which must not read files or URLs for its content. */
export function composeMail(message: Message) {
  const domain = /@([\w.-]+)>?\s*$/.exec(message.from)?.[1] ?? 'clockface.invalid';
  return {
    from: message.from,
    to: message.to,
    subject: message.subject,
    text: message.text,
    date: message.at,
    messageId: `<${message.id}@${domain}>`,
    // Suppresses automatic replies such as holiday notes (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
