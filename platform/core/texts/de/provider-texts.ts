import type { Translation } from '#foundation';
import type { providerTexts } from '../provider-texts.ts';

export const provider = {
  unknown: {
    title: (id: string) => `Keine Quelle von Läsionen hat die Kennung ${id}`,
    detail: 'Die Erweiterung fehlt, ist ausgeschaltet oder konnte nicht starten.',
    next: 'Prüfen Sie die Erweiterungen auf der Administrationsseite.',
  },
  busy: {
    title: (id: string) => `${id} wertet bereits ein Bild aus`,
    detail: 'Es läuft immer nur eine Auswertung, weil ein Volumen viel Speicher benötigt.',
    next: 'Warten Sie das Ende der anderen Auswertung ab, oder brechen Sie sie ab.',
  },
  noReader: {
    title: (id: string) => `${id} kann das Bild nicht lesen`,
    detail: 'Keine laufende Erweiterung öffnet Volumen und Bilder.',
    next: 'Öffnen Sie den Scan zum Befunden und versuchen Sie es erneut.',
  },
  noFrame: {
    title: (id: string) => `${id} benötigt ein gezeigtes Bild`,
    detail: 'Das Modell wertet ein Bild mit bekannter Größe in Millimetern aus.',
    next: 'Zeigen Sie ein Rohbild oder ein importiertes Bild des Scans und versuchen Sie es erneut.',
  },
  rangeUnknown: {
    title: (id: string) => `${id} benötigt den Dynamikbereich des Bildes`,
    detail:
      'Die Datei des Volumens enthält den Bereich in dB nicht, wie die meisten importierten Dateien.',
    next: 'Verwenden Sie ein Volumen des Scanners oder ein anderes Modell.',
  },
  tooSlow: {
    title: (id: string) => `${id} hat zu lange gebraucht`,
    detail: (seconds: number) =>
      `Die Auswertung wurde nach ${seconds} s beendet. Es wurde nichts gespeichert.`,
    next: 'Versuchen Sie es erneut. Geschieht es wieder, wenden Sie sich an die Betreuung der Erweiterung.',
  },
  failed: {
    title: (id: string) => `Die Auswertung durch ${id} ist fehlgeschlagen`,
    detail: (reason: string) => `${reason}. Es wurde nichts gespeichert.`,
    next: 'Wenden Sie sich an die Betreuung der Erweiterung. Alles Übrige funktioniert weiter.',
  },
  reasons: {
    invalidMessage: 'Der Worker hat eine ungültige Nachricht gesendet',
    workerError: 'Der Worker ist abgestürzt oder konnte nicht geladen werden',
    noDigest: 'Der Browser prüft Gewichte nur auf einer Seite mit HTTPS',
    noModule: 'Der Worker gehört zu keinem Modul der Erweiterung',
  },
  weightsDiffer: {
    title: (id: string) => `Die Gewichte von ${id} sind nicht die des Manifests`,
    detail: (actual: string, expected: string) =>
      `Ihr SHA-256 ist ${actual}, das Manifest nennt ${expected}. Es wurde nichts ausgewertet.`,
    next: 'Wenden Sie sich an die Betreuung der Erweiterung.',
  },
  flooded: {
    title: (id: string) => `${id} hat zu viele Nachrichten gesendet`,
    detail: 'Die Auswertung wurde beendet. Es wurde nichts gespeichert.',
    next: 'Wenden Sie sich an die Betreuung der Erweiterung.',
  },
  cancelled: {
    title: (id: string) => `Die Auswertung durch ${id} wurde abgebrochen`,
    detail: 'Es wurde nichts gespeichert.',
    next: 'Starten Sie die Auswertung bei Bedarf erneut.',
  },
} satisfies Translation<typeof providerTexts>;
