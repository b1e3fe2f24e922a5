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
    `Someone asked for a new password for your account. If it was you, open this address within
15 minutes. It works once.

{where}

If it was not you, do nothing: your password stays as it is.`,
  ],
  INVITATION: [
    'Your account',
    `An administrator has made an account for you. Open this address within 7 days to choose your
password. It works once.

{where}`,
  ],
  CONFIRMATION: [
    'Confirm your address',
    `Someone asked for an account with this address. If it was you, open this address within
24 hours and choose your password. It works once. An administrator then has to give the account
its role before you can sign in.

{where}

If it was not you, do nothing: no account is made.`,
  ],
  HAS_ACCOUNT: [
    'You have an account already',
    `Someone asked for an account with this address, which has one already. Sign in, or set a new
password there if you don't know it any more.

{where}

If it was not you, do nothing.`,
  ],
  APPROVED: [
    'Your account is ready',
    `An administrator has given your account its role. You can sign in now.

{where}`,
  ],
  PASSWORD_CHANGED: [
    'Your password was changed',
    `The password of your account was changed, and every session of it has ended. If you know
nothing of this, tell an administrator.

{where}`,
  ],
  SIGN_IN_LOCKED: [
    'Sign-in was locked for 15 minutes',
    `There were ten failed sign-ins to your account, so that strangers have to wait for 15 minutes.
Browsers from which you have signed in before are not concerned. If these were not yours, tell an
administrator.

{where}`,
  ],
};

/**
 * Returns subject and text. Contains no text entered by other users, so that the mail cannot be
 * abused for messages of theirs.
 */
export function formatMail(
  siteName: string,
  mailData: MailData,
): Pick<Message, 'subject' | 'text'> {
  const [subject, body] = BODIES[mailData.kind];
  const where = 'link' in mailData ? mailData.link : mailData.baseUrl;
  return { subject: `${siteName}: ${subject}`, text: `${body.replace('{where}', where)}\n` };
}
