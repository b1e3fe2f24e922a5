import type { Translation } from '#foundation';
import type { accountTexts } from '../account-texts.ts';

export const accounts = {
  signIn: 'Anmelden',
  toSignIn: 'Zurück zur Anmeldung',
  signOut: 'Abmelden',
  email: 'E-Mail',
  firstName: 'Vorname',
  lastName: 'Nachname',
  jobTitle: 'Funktion',
  newPassword: 'Neues Passwort',
  currentPassword: 'Aktuelles Passwort',
  sending: 'Wird gesendet …',
  saving: 'Wird gespeichert …',
  mailedLink: {
    title: 'Demonstration: Link aus der E-Mail',
    open: 'Link öffnen',
  },
  rules: {
    title: 'Anforderungen an das Passwort',
    met: 'erfüllt',
    open: 'noch nicht erfüllt',
    count: (met: number, of: number) => `${met} von ${of} Anforderungen erfüllt`,
    byCode: {
      TOO_SHORT: 'mindestens 12 Zeichen',
      NO_DIGIT: 'eine Ziffer',
      NO_UPPER_CASE: 'ein Großbuchstabe',
      NO_LOWER_CASE: 'ein Kleinbuchstabe',
      NO_SPECIAL: 'ein Sonderzeichen',
      COMMON: 'nicht leicht zu erraten',
    },
  },
  reset: {
    title: 'Passwort vergessen',
    lead: 'Geben Sie Ihre E-Mail-Adresse ein. Sie erhalten eine E-Mail mit einem Link, um ein neues Passwort zu setzen.',
    send: 'Link senden',
    done: (email: string) =>
      `Falls ${email} ein Konto hat, ist eine E-Mail mit einem Link unterwegs. Der Link gilt einmal und läuft nach 15 Minuten ab.`,
    leadOutbox:
      'Geben Sie Ihre E-Mail-Adresse ein. Dieser Standort sendet keine E-Mails: Den Link für ein neues Passwort erhalten Sie von der Administration.',
    doneOutbox: (email: string) =>
      `Falls ${email} ein Konto hat, wurde ein Link angelegt. Dieser Standort sendet keine E-Mails: Fragen Sie die Administration nach dem Link. Er gilt einmal und läuft nach 15 Minuten ab.`,
    noMail: 'Keine E-Mail erhalten? Prüfen Sie den Spam-Ordner, oder senden Sie sie erneut.',
    again: 'Erneut senden',
  },
  confirmReset: {
    title: 'Neues Passwort',
    lead: 'Wählen Sie ein neues Passwort für Ihr Konto.',
    save: 'Passwort setzen',
    done: (email: string) =>
      `Das Passwort von ${email} wurde geändert. Alle Sitzungen dieses Kontos wurden abgemeldet.`,
  },
  create: {
    title: 'Konto anlegen',
    lead: 'Beantragen Sie ein Konto. Sie erhalten eine E-Mail, um Ihre Adresse zu bestätigen. Danach weist die Administration eine Rolle zu.',
    send: 'Konto beantragen',
    done: (email: string) =>
      `Eine E-Mail an ${email} ist unterwegs. Öffnen Sie den Link innerhalb von 24 Stunden, und wählen Sie ein Passwort. Danach weist die Administration eine Rolle zu, und Sie werden per E-Mail benachrichtigt.`,
    leadOutbox:
      'Beantragen Sie ein Konto. Dieser Standort sendet keine E-Mails: Den Link zur Bestätigung Ihrer Adresse erhalten Sie von der Administration, die danach eine Rolle zuweist.',
    doneOutbox: (email: string) =>
      `Das Konto für ${email} wurde beantragt. Dieser Standort sendet keine E-Mails: Fragen Sie die Administration nach dem Link, öffnen Sie ihn innerhalb von 24 Stunden, und wählen Sie ein Passwort. Danach weist die Administration eine Rolle zu.`,
  },
  invited: {
    title: 'Ihr Konto',
    lead: 'Sie wurden eingeladen. Geben Sie Ihre Daten ein, und wählen Sie ein Passwort.',
    save: 'Konto anlegen',
    done: 'Ihr Konto ist bereit. Melden Sie sich mit der E-Mail-Adresse an, an die die Einladung ging.',
  },
  confirm: {
    title: 'Konto bestätigen',
    lead: 'Wählen Sie ein Passwort, um Ihre Adresse zu bestätigen.',
    save: 'Bestätigen',
    done: (email: string) =>
      `${email} ist bestätigt. Bevor Sie sich anmelden können, muss die Administration eine Rolle zuweisen. Sie werden per E-Mail benachrichtigt.`,
  },
  linkInvalid: {
    title: 'Dieser Link ist nicht mehr gültig',
    text: 'Er wurde bereits verwendet, ist abgelaufen oder wurde durch einen neueren Link ersetzt. Es wurde nichts geändert.',
    requestReset: 'Neuen Link anfordern',
    requestAccount: 'Konto erneut beantragen',
    contactAdministrator: 'Bitten Sie die Administration um eine neue Einladung.',
  },
  change: {
    title: 'Passwort ändern',
    forced:
      'Die Administration hat Ihr Passwort gesetzt. Wählen Sie ein neues Passwort, um fortzufahren.',
    voluntary: 'Ihre anderen Sitzungen werden abgemeldet.',
    save: 'Passwort ändern',
    done: 'Ihr Passwort wurde geändert. Ihre anderen Sitzungen wurden abgemeldet.',
  },
  welcome: {
    title: 'Willkommen',
    lead: 'Geben Sie Ihre Daten ein. Ihr Name erscheint bei den Läsionen und Befunden, die Sie erstellen.',
    editLead: 'Ihr Name erscheint bei den Läsionen und Befunden, die Sie erstellen.',
    save: 'Weiter',
    saveEdit: 'Speichern',
    done: 'Ihre Daten wurden gespeichert',
  },
  activation: {
    title: 'Aktivierung',
    lead: (host: string) =>
      `Für „${host}“ ist noch keine Organisation aktiviert. Geben Sie den Aktivierungscode der Administration ein.`,
    code: 'Aktivierungscode',
    help: 'Drei Gruppen aus vier Buchstaben, z. B. ABCD-EFGH-IJKL',
    save: 'Aktivieren',
    busy: 'Wird aktiviert …',
    done: (name: string) => `${name} wurde für diese Adresse aktiviert.`,
    already: (name: string) =>
      `${name} ist für diese Adresse bereits aktiviert. Sie können sich anmelden.`,
    invalidCode:
      'Dieser Code ist falsch, bereits verwendet oder älter als eine Woche. Prüfen Sie die Buchstaben, oder bitten Sie die Administration um einen neuen Code.',
    hostInUse:
      'Für diese Adresse ist eine andere Organisation aktiviert. Wenden Sie sich an die Administration.',
  },
} satisfies Translation<typeof accountTexts>;
