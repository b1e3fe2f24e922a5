import type { Translation } from '#foundation';
import type { signInTexts } from '../sign-in-texts.ts';

export const signIn = {
  product: 'Clockface',
  email: 'E-Mail',
  password: 'Passwort',
  signIn: 'Anmelden',
  signingIn: 'Anmeldung läuft …',
  forgot: 'Passwort vergessen?',
  create: 'Konto anlegen',
  noEmail: 'E-Mail-Adresse eingeben',
  noPassword: 'Passwort eingeben',
  language: 'Sprache',
  version: (version: string) => `Version ${version}`,
  returnsTo: (title: string) => ` · Nach der Anmeldung zurück zu ${title}`,
  fromLink: 'Ein Link hat dieses Formular ausgefüllt. Wenn das Ihr Konto ist, wählen Sie Anmelden.',
  unreachable:
    'Der Server ist nicht erreichbar. Es wurde nichts doppelt gesendet. Versuchen Sie es gleich erneut.',
  accountLocked: (wait: string) =>
    `Zu viele Versuche: Dieses Konto ist gesperrt. Versuchen Sie es ${wait} erneut oder fragen Sie die Administration.`,
  tooMany: (wait: string) =>
    `Zu viele Versuche aus diesem Netz. Versuchen Sie es ${wait} erneut oder fragen Sie die Administration.`,
  awaitingApproval:
    'Dieses Konto hat noch keine Rolle. Die Administration muss sie zuweisen; Sie werden per E-Mail benachrichtigt.',
  noMatch:
    'E-Mail und Passwort passen nicht zusammen. Prüfen Sie beides und versuchen Sie es erneut.',
  wait: {
    unknown: 'in 15 Minuten',
    minute: 'in einer Minute',
    minutes: (minutes: number) => `in ${minutes} Minuten`,
  },
} satisfies Translation<typeof signInTexts>;
