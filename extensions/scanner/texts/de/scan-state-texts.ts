import { plural, type Translation } from '#foundation';
import type { scanStateTexts } from '../scan-state-texts.ts';

export const scanStates = {
  phases: {
    notStarted: 'Nicht begonnen',
    starting: 'Wird gestartet',
    peripheral: 'Peripherer Sweep',
    central: 'Zentraler Sweep',
    paused: 'Pausiert',
    pausedAt: (angle: string) => `Pausiert bei ${angle}`,
    interrupted: 'Vorzeitig gestoppt',
    failed: 'Fehlgeschlagen',
    completed: 'Alle Rohbilder sind gespeichert',
  },
  storedFrames: {
    none: 'Noch keine Rohbilder aufgenommen.',
    lastAt: (angle: string) => `Letztes Rohbild bei ${angle}. `,
    frames: (lastAt: string, stored: number) =>
      `${lastAt}${plural(stored, 'aufgenommenes Rohbild bleibt', 'aufgenommene Rohbilder bleiben')} erhalten, bis ein neuer Scan vollständig ist.`,
  },
  scannerReconnected: 'Der Scan-Dienst antwortet wieder.',
  gaps: {
    missing: (what: string) => `Es fehlen: ${what}`,
    none: 'Es fehlen keine Rohbilder. Setzen Sie den Scan fort, um ihn abzuschließen.',
    entireSweep: (sweep: string) => `${sweep} vollständig`,
    more: (named: string, more: number) => `${named} und ${more} weitere`,
  },
  scanner: {
    offline: 'Offline',
    ready: 'Bereit',
    preparing: 'Vorbereitung läuft',
    checking: 'Schallkopf wird geprüft',
    resetting: 'Wird zurückgesetzt',
    scanning: 'Scan läuft',
    paused: 'Pausiert',
    error: 'Fehler',
    unknown: 'Noch kein Status',
  },
  ofScanner: (scanner: string, state: string) => `${scanner}: ${state}`,
  commands: {
    notYourRole: 'Ihre Rolle kann keine Scans aufnehmen',
    noScan: 'Kein Scan ist geöffnet',
    running: 'Der Scan läuft',
    notRunning: 'Der Scan läuft nicht',
    notPaused: 'Der Scan ist nicht pausiert',
    complete: 'Der Scan ist vollständig',
    nothingToResume: 'Kein unterbrochener Scan mit Rohbildern ist geöffnet',
  },
  invalidArguments: {
    title: 'Ungültige Argumente für diesen Befehl',
    none: (received: string) => `Keine Argumente erwartet, erhalten: ${received}.`,
    noId: (name: string, received: string) => `'${name}' muss eine ID sein, erhalten: ${received}.`,
    next: 'Korrigieren Sie das Tastenkürzel oder den Modus, der den Befehl ausführt.',
  },
  noScan: {
    title: 'Kein Scan ist geöffnet',
    noTarget: 'Der Befehl nennt keinen Scan.',
    needed: 'Der Befehl braucht einen Scan.',
    next: 'Starten Sie einen Scan aus der Patientenliste.',
  },
  noDevice: {
    title: 'Kein Scanner ist registriert',
    detail: 'Diese Organisation hat kein aktiviertes Gerät.',
    next: 'Registrieren und aktivieren Sie ein Gerät auf der Seite Administration.',
  },
  notChosen: {
    title: 'Kein Scanner ist gewählt',
    detail: 'Dieser Standort hat mehrere Scanner, und dieser Arbeitsplatz steuert nur einen davon.',
    next: 'Wählen Sie oben in der Leiste den Scanner, der an diesem Arbeitsplatz steht.',
  },
  desktopUnknown: {
    title: 'Der Scanner dieses Desktops ist nicht registriert',
    detail:
      'Die Konfiguration dieses Rechners nennt ein Gerät, das an diesem Standort nicht aktiv ist.',
    next: 'Registrieren und aktivieren Sie das Gerät, oder berichtigen Sie „device“ in der Konfigurationsdatei.',
  },
  otherScanner: {
    title: (scanner: string) => `Dieser Scan gehört zum Scanner ${scanner}`,
    unknown: 'eines anderen Arbeitsplatzes',
    detail: (own: string) => `Dieser Arbeitsplatz steuert ${own}.`,
    next: 'Fahren Sie am Arbeitsplatz jenes Scanners fort, oder beginnen Sie hier einen neuen Scan.',
  },
  studyChanged: {
    title: 'Die Studie hat sich geändert',
    detail:
      'Seit dem Öffnen dieser Seite ist ein weiterer Scan zur Studie gekommen, oder die Studie wurde gelöscht.',
    next: 'Zeigen Sie die Studien erneut an, und wählen Sie eine.',
  },
  visitEnded: {
    title: 'Die Studie gehört zu einem früheren Besuch',
    detail: 'Diese Seite ist seit jenem Besuch geöffnet.',
    next: 'Zeigen Sie die Studien erneut an, und wählen Sie eine.',
  },
  choose: {
    none: 'Scanner wählen',
    label: 'Scanner an diesem Arbeitsplatz',
    change: (scanner: string) => `Scanner ${scanner}: ändern`,
    help: 'Wählen Sie den Scanner, der an diesem Arbeitsplatz steht. Dieser Rechner merkt ihn sich.',
    serial: (name: string, serial: string) => `${name} · Seriennummer ${serial}`,
    busy: 'Nicht während eines Scans oder einer Prüfung',
  },
  noResponse: {
    title: 'Der Scan-Dienst antwortet nicht',
    detail: (command: string, seconds: number) =>
      `${command} wurde nach ${seconds} s nicht bestätigt.`,
    next: 'Starten Sie die Anwendung neu.',
  },
  inUse: {
    title: (name: string) => `${name} verwendet den Scanner`,
    detail: 'Nur eine Person kann ihn gleichzeitig steuern.',
    next: (name: string) =>
      `Versuchen Sie es erneut, wenn der laufende Scan beendet ist, wenn ${name} sich abgemeldet hat oder 5 Minuten nach der letzten Verwendung.`,
  },
} satisfies Translation<typeof scanStateTexts>;
