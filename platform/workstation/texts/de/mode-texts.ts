import type { Translation } from '#foundation';
import type { modeTexts } from '../mode-texts.ts';

export const mode = {
  scan: 'Scan',
  loading: (what: string) => `${what} wird geladen`,
  openingStudy: 'Studie wird geöffnet',
  starting: (mode: string) => `${mode} wird gestartet`,
  startFailed: (mode: string) => `${mode} konnte nicht gestartet werden`,
  goBack: 'Gehen Sie zurück zur Patientenliste und öffnen Sie die Studie erneut.',
  roleNotAllowed: (mode: string) => `Ihre Rolle kann ${mode} nicht öffnen.`,
  noStudyOpen: 'Keine Studie ist geöffnet.',
  choosePatient: 'Patientin wählen',
  tools: 'Werkzeuge',
  panels: 'Seitenleisten',
  unavailable: (title: string, reason: string) => `${title}: ${reason}`,
  bar: {
    mode: (title: string) => `Modus: ${title}`,
    scan: (label: string, summary: string) => `Scan ${label}, ${summary}`,
    viewed: (percent: number) => `${percent} % gesehen`,
    viewedShort: (percent: number) => `${percent} %`,
    position: (number: number, total: number) => `${number} von ${total}`,
    positionInList: (number: number, total: number) =>
      `Studie ${number} von ${total} der Liste, aus der Sie sie geöffnet haben`,
    more: 'Weitere Bedienelemente dieser Studie',
    importFiles: 'Dateien in diese Studie importieren',
    years: (age: number) => `${age} J.`,
    study: (day: string) => `Studie ${day}`,
    assumed: 'Ausrichtung angenommen',
    assumedWhy:
      'Tiefe, Kopfrichtung und Seite wurden beim Import angegeben und noch nicht an den Bildern bestätigt. Uhrzeitpositionen und Seiten können falsch sein.',
    confirm: 'Ausrichtung bestätigen',
  },
  noScan: {
    text: 'Diese Studie hat noch keine Scans.',
    importFiles: 'Dateien importieren …',
    deleted: 'Dieser Scan ist nicht mehr in dieser Studie. Er wurde gelöscht oder verschoben.',
    openOther: (label: string) => `Scan ${label} öffnen`,
  },
  images: {
    searching: 'Bilder werden gesucht',
    none: 'Dieser Scan hat noch keine Bilder.',
    reconstruct: 'Rekonstruieren',
  },
  reconstruction: {
    inProgress:
      'Alle Rohbilder sind gespeichert. Die Ebenen erscheinen, sobald die Rekonstruktion fertig ist.',
    failed:
      'Die Rekonstruktion ist fehlgeschlagen. Alle Rohbilder sind gespeichert; Sie können erneut rekonstruieren.',
    cancelled:
      'Die Rekonstruktion wurde abgebrochen. Alle Rohbilder sind gespeichert; Sie können erneut rekonstruieren.',
    again: 'Erneut rekonstruieren',
    showRaw: 'Rohbilder ansehen',
  },
  conflict: {
    finding: (label: string, title: string, deleted: boolean) =>
      `Läsion ${label}: ${title}${deleted ? ' Sie wurde dort gelöscht.' : ''}`,
    deleteIt: 'Läsion löschen',
    acceptMine: 'Meine behalten',
    acceptTheirs: 'Andere übernehmen',
  },
  save: {
    failed: (why: string) => `Nicht gespeichert: ${why}`,
    again: 'Wiederholen',
    discard: 'Änderung verwerfen',
    discardWarning: 'Die nicht gespeicherte Änderung geht verloren.',
    cancelDiscard: 'Änderung behalten',
    saving: 'Wird gespeichert …',
    saved: (time: string) => `Gespeichert ${time}`,
  },
} satisfies Translation<typeof modeTexts>;
