import type { Translation } from '#foundation';
import type { callTexts } from '../call-texts.ts';

export const calls = {
  invalid: {
    detail: (fields: string) => `Felder: ${fields}`,
    next: 'Korrigieren Sie die markierten Felder.',
    omitted: (count: number) => `Mindestens ${count} weitere Fehler.`,
  },
  rejected: {
    title: (method: string) => `Fehler beim Aufruf ${method}`,
    detail: (status: number) => `Der Server hat mit Status ${status} geantwortet.`,
    notReady:
      'Der Server ist nicht bereit. Versuchen Sie es später erneut. Nur Markierungen werden von selbst gesendet.',
    next: 'Versuchen Sie es erneut. Besteht der Fehler weiterhin, wenden Sie sich an die Administration.',
  },
  nextByStatus: {
    400: 'Korrigieren Sie Ihre Eingabe und versuchen Sie es erneut.',
    401: 'Melden Sie sich erneut an.',
    403: 'Bitten Sie die Administration um diese Berechtigung.',
    404: 'Möglicherweise wurde es gelöscht. Laden Sie die Liste neu.',
    409: 'Laden Sie die Seite neu und prüfen Sie die aktuellen Daten.',
    412: 'Eine andere Person hat das geändert. Vergleichen Sie beide Fassungen.',
    413: 'Wählen Sie eine kleinere Datei.',
    429: 'Warten Sie einen Moment und versuchen Sie es erneut.',
    507: 'Schaffen Sie Speicherplatz und versuchen Sie es erneut.',
  },
  nextByMessage: {
    SIGN_PASSWORD_WRONG: 'Geben Sie Ihr Passwort erneut ein.',
    LETTER_PLACEHOLDER: 'Der Text gehört zur Konfiguration des Standorts.',
    LETTER_VALUE_MISSING: 'Der Text gehört zur Konfiguration des Standorts.',
  },
  cancelled: {
    title: 'Die Anfrage wurde abgebrochen',
    detail: 'Abgebrochen',
    next: 'Sie müssen nichts tun.',
  },
  unreached: {
    title: 'Der Server ist nicht erreichbar',
    broken: 'Verbindung unterbrochen',
    next: 'Versuchen Sie es erneut, sobald Sie online sind. Nur Markierungen werden von selbst gesendet.',
  },
  mismatch: {
    title: 'Diese Version kann die Antwort des Servers nicht lesen',
    noJson: 'Die Antwort ist kein JSON.',
    next: 'Laden Sie die Seite neu. Besteht der Fehler weiterhin, wenden Sie sich an die Administration.',
  },
  range: {
    title: 'Ein Teil der Datei kam nicht wie angefordert an',
    detail: (requested: string, actual: string) => `Angefordert ${requested}, erhalten ${actual}.`,
    bytes: (first: number, last: number) => `Bytes ${first}–${last}`,
    completeFile: 'die ganze Datei',
    more: 'mehr',
    partial: (bytes: number) => `${bytes} Bytes`,
    next: 'Versuchen Sie es erneut. Besteht der Fehler weiterhin, prüfen Sie, ob ein Proxy zwischen diesem Rechner und dem Server steht.',
  },
} satisfies Translation<typeof callTexts>;
