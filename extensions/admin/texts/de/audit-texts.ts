import { plural, type Translation } from '#foundation';
import type { auditTexts } from '../audit-texts.ts';

export const audit = {
  table: 'Audit-Trail',
  entries: (count: number) => plural(count, 'Eintrag', 'Einträge'),
  columns: { at: 'Wann', actor: 'Wer', action: 'Was', outcome: 'Ergebnis', subject: 'Gegenstand' },
  empty: 'Kein Eintrag passt zu diesen Filtern.',
  clear: 'Alle Einträge anzeigen',
  filters: {
    actor: 'Wer',
    anyone: 'Alle',
    action: 'Was',
    anyAction: 'Alle Aktionen',
    outcome: 'Ergebnis',
    anyOutcome: 'Alle Ergebnisse',
    from: 'Von',
    to: 'Bis',
    subject: 'ID des Gegenstands',
    subjectHint: 'Patientin, Studie, Scan oder Konto',
    subjectInvalid: 'Eine ID hat 32 Zeichen (0–9, a–f) in fünf Gruppen',
    dayRange: 'Dieses Datum liegt vor dem Datum in „Von“',
  },
  outcomes: { done: 'Ausgeführt', refused: 'Abgelehnt', repeated: 'Wiederholte Anfrage' },
  kinds: {
    human: 'Nicht angemeldet',
    device: 'Gerät',
    worker: 'Worker',
    peer: 'Cloud',
    system: 'Server',
  },
  exportAs: 'Exportieren',
  csv: 'Als CSV',
  json: 'Als JSON-Zeilen',
  exported: 'Der Download hat begonnen. Der Audit-Trail enthält diesen Export.',
  verify: 'Kette prüfen',
  verifying: 'Wird geprüft …',
  intact: (checked: number) =>
    `Die Kette ist unversehrt: ${plural(checked, 'Eintrag wurde', 'Einträge wurden')} geprüft.`,
  unsealed: (count: number) =>
    `${plural(count, 'Eintrag', 'Einträge')} der letzten Sekunde ${count === 1 ? 'ist' : 'sind'} noch nicht in der Kette.`,
  noHead:
    'Das Ende der Kette ist nicht außerhalb der Datenbank gespeichert. Fehlende letzte Einträge würden daher nicht erkannt.',
  broken: (fault: string, position: number) =>
    `Die Kette ist bei Eintrag ${position} unterbrochen: ${fault}`,
  next: 'Ändern Sie weder den Datenordner noch die Datenbank. Vergleichen Sie beide mit einer Sicherung.',
  faults: {
    missing: 'Ein Eintrag wurde entfernt.',
    changed: 'Der Eintrag wurde nach dem Versiegeln geändert oder ersetzt.',
    rewritten: 'Prüfsummen wurden neu berechnet.',
    backdated: 'Der Eintrag hat eine frühere Zeit als die Einträge davor.',
    truncated: 'Die letzten Einträge wurden entfernt.',
  },
  details: 'Eintrag',
  position: 'Position in der Kette',
  notSealed: 'noch nicht versiegelt',
  hash: 'Prüfsumme',
  number: 'Nummer',
} satisfies Translation<typeof auditTexts>;
