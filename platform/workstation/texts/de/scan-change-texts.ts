import { plural, type Translation } from '#foundation';
import type { scanChangeTexts } from '../scan-change-texts.ts';

export const scanChanges = {
  menu: (label: string) => `Aktionen für Scan ${label}`,
  correct: 'Scan korrigieren …',
  remove: 'Scan löschen …',
  deleted: 'Gelöschte Scans …',
  deletedCount: (count: number) => `${plural(count, 'gelöschter Scan', 'gelöschte Scans')} …`,
  unavailable: (action: string, reason: string) => `${action} ${reason}`,
  signed: '(Befund signiert: Nachtrag schreiben)',
  recording: (device: string) => `(${device} nimmt auf: zuerst den Scan stoppen)`,
  side: { L: 'Linke Brust', R: 'Rechte Brust' },
  scanOf: (side: string, label: string) => `${side} (${label})`,
  details: {
    patient: 'Patientin',
    scan: 'Scan',
    protocol: 'Protokoll',
    day: 'Tag',
    findings: 'Läsionen',
  },
  findings: (count: number) => (count === 0 ? 'keine' : plural(count, 'Läsion', 'Läsionen')),
  counting: 'werden gezählt …',
  reason: 'Grund',
  undo: 'Rückgängig',
  conflict:
    'Der Scan hat sich inzwischen geändert. Prüfen Sie seine aktuellen Werte und versuchen Sie es erneut.',
  deletion: {
    title: 'Diesen Scan löschen?',
    text: 'Der Scan verschwindet mit seinen Läsionen aus allen Listen. Unter „Gelöschte Scans“ kann er wiederhergestellt werden.',
    confirm: (label: string) => `Scan ${label} löschen`,
    done: (side: string, label: string) => `${side}: Scan ${label} gelöscht`,
  },
  restored: {
    title: 'Gelöschte Scans',
    none: 'Kein Scan dieser Studie ist gelöscht.',
    loading: 'Gelöschte Scans werden geladen',
    by: (name: string, time: string) => `Gelöscht von ${name}, ${time}`,
    at: (time: string) => `Gelöscht ${time}`,
    restore: (label: string) => `Scan ${label} wiederherstellen`,
    done: (side: string, label: string) => `${side}: Scan ${label} wiederhergestellt`,
  },
  correction: {
    title: 'Diesen Scan korrigieren',
    side: 'Seite',
    position: 'Lagerung',
    study: 'Studie',
    search: 'Studie einer anderen Patientin suchen',
    searchHelp: 'Nummer, Name oder Geburtsdatum',
    found: (count: number) =>
      count === 0
        ? 'Keine offene Studie einer anderen Patientin gefunden.'
        : `${plural(count, 'Studie', 'Studien')} gefunden. Wählen Sie sie unter „Studie“ aus.`,
    sideText:
      'Bilder, Uhrzeiten und Markierungen bleiben. Innen und außen wechseln mit der Seite, und die Studie wird zum erneuten Befunden vorgemerkt.',
    meanwhile:
      'Der Scan wurde inzwischen von einer anderen Person korrigiert. Prüfen Sie die Werte vor dem Speichern.',
    moveText: 'Der Scan wechselt mit seinen Läsionen in die gewählte Studie.',
    current: (study: string) => `${study} (aktuell)`,
    confirm: (label: string) => `Scan ${label} korrigieren`,
    done: (side: string, label: string) => `Korrigiert: ${side}, Scan ${label}`,
    undone: (side: string, label: string) => `Korrektur rückgängig gemacht: ${side}, Scan ${label}`,
  },
  history: {
    title: 'Frühere Korrekturen',
    older: (count: number) => `${count} rückgängig gemachte oder ältere`,
    rejected: (reason: string) => `${reason}.`,
    change: (from: string, to: string) => `${from} → ${to}`,
    by: (name: string, time: string) => `Korrigiert von ${name}, ${time}`,
    undoneBy: (name: string, time: string) => `Rückgängig gemacht von ${name}, ${time}`,
    deletedStudy: 'gelöschte Studie',
  },
  rereading: {
    mark: 'Neubefund',
    text: (side: string, by: string, time: string) =>
      `Befunden Sie diese Studie erneut: ${by} hat die Seite eines Scans korrigiert, ${time}. Neue Seite: ${side}.`,
    unknownUser: 'Ein Benutzer',
    reason: (reason: string) => `Grund: ${reason}`,
    confirm: 'Bestätigen: erneut befundet',
    confirmed: 'Erneutes Befunden bestätigt',
    correctedMeanwhile:
      'Inzwischen wurde eine weitere Korrektur vorgenommen. Befunden Sie die Studie erneut.',
  },
} satisfies Translation<typeof scanChangeTexts>;
