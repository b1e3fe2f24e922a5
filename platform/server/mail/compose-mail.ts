import type { Message } from './mail-sender.ts';

/** The message as the library wants it: composed of what is given, nothing fetched from anywhere. */
export function composeMail(message: Message) {
  const domain = /@([\w.-]+)>?\s*$/.exec(message.from)?.[1] ?? 'clockface.invalid';
  return {
    from: message.from,
    to: message.to,
    subject: message.subject,
    text: message.text,
    date: message.at,
    messageId: `<${message.id}@${domain}>`,
    // RFC 3834: nobody's holiday note answers this.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
