import type { Message } from './mail-sender.ts';

/** Kind of a message with all data for its text. */
export type MailData =
  | { readonly kind: 'RESET' | 'INVITATION' | 'CONFIRMATION'; readonly link: string }
  | {
      readonly kind: 'HAS_ACCOUNT' | 'APPROVED' | 'PASSWORD_CHANGED' | 'SIGN_IN_LOCKED';
      readonly baseUrl: string;
    };

const BODIES: Readonly<Record<MailData['kind'], readonly [subject: string, text: string]>> = {
  RESET: [
    'Set a new password',
    `Someone requested a new password for your account. If it was you, open this link within
15 minutes. It works once.

{where}

If it was not you, ignore this message. Your password does not change.`,
  ],
  INVITATION: [
    'Your account',
    `An administrator has created an account for you. Open this link within 7 days to choose your
password. It works once.

{where}`,
  ],
  CONFIRMATION: [
    'Confirm your address',
    `Someone requested an account with this address. If it was you, open this link within 24 hours
and choose your password. It works once. An administrator must then assign a role to the account
before you can sign in.

{where}

If it was not you, ignore this message. No account is created.`,
  ],
  HAS_ACCOUNT: [
    'You already have an account',
    `Someone requested an account with this address, but it already has an account. Sign in, or set a
new password there if you have forgotten it.

{where}

If it was not you, ignore this message.`,
  ],
  APPROVED: [
    'Your account is ready',
    `An administrator has assigned a role to your account. You can sign in now.

{where}`,
  ],
  PASSWORD_CHANGED: [
    'Your password was changed',
    `The password of your account was changed, and all its sessions were ended. If you did not change
it, contact your administrator.

{where}`,
  ],
  SIGN_IN_LOCKED: [
    'Sign-in was locked for 15 minutes',
    `After ten failed sign-ins to your account, sign-in is locked for 15 minutes. Browsers you have used
before can still sign in. If the attempts were not yours, contact your administrator.

{where}`,
  ],
};

/**
 * Returns subject and text. Contains no text that a user has entered, because strangers can request
 * mails to any address and could send their own text.
 */
export function formatMail(
  siteName: string,
  mailData: MailData,
): Pick<Message, 'subject' | 'text'> {
  const [subject, body] = BODIES[mailData.kind];
  const where = 'link' in mailData ? mailData.link : mailData.baseUrl;
  return { subject: `${siteName}: ${subject}`, text: `${body.replace('{where}', where)}\n` };
}
