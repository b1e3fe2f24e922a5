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
    detail: 'Diese Organisation hat keine Geräte.',
    next: 'Registrieren Sie ein Gerät auf der Seite Administration.',
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
