import type { Translation } from '#foundation';
import type { deviceTexts } from '../device-texts.ts';

export const devices = {
  table: 'Geräte',
  create: 'Gerät registrieren',
  columns: {
    serialNumber: 'Seriennummer',
    model: 'Modell',
    state: 'Status',
    activated: 'Aktiviert',
    lastSeen: 'Zuletzt gesehen',
  },
  empty: 'Noch keine Geräte.',
  states: {
    ready: 'Online, bereit',
    scanning: 'Online, Scan läuft',
    paused: 'Online, pausiert',
    error: 'Online, Fehler',
    offline: 'Offline',
    unknown: 'Nie verbunden',
    notActivated: 'Nicht aktiviert',
  },
  actions: {
    edit: 'Bearbeiten',
    activate: 'Aktivieren',
    activateAgain: 'Neue Zugangsdaten',
    delete: 'Löschen',
    of: (action: string, serial: string) => `${action}, ${serial}`,
    more: (serial: string) => `Weitere Aktionen für ${serial}`,
  },
  form: {
    edit: (serial: string) => `${serial} bearbeiten`,
    serialNumber: 'Seriennummer',
    serialHelp: 'Wie auf dem Typenschild des Geräts',
    model: 'Name oder Modell',
    modelHelp: 'Der Name an diesem Standort, etwa der Raum: danach wird der Scanner gewählt',
  },
  page: {
    title: 'Gerät registrieren',
    back: 'Zurück zur Administration',
    steps:
      'Zwei Schritte: Registrieren Sie das Gerät, und geben Sie dann die Zugangsdaten am Gerät ein.',
    register: 'Registrieren',
    registering: 'Wird registriert …',
    registered: (serial: string) => `${serial} ist registriert.`,
    activateText:
      'Die Aktivierung erzeugt die Zugangsdaten, mit denen sich das Gerät anmeldet. Sie werden nur einmal angezeigt.',
    activate: 'Jetzt aktivieren',
    activating: 'Wird aktiviert …',
    later: 'Später',
    notAllowed: 'Ihre Rolle kann keine Geräte registrieren.',
  },
  credentials: {
    title: (serial: string) => `Zugangsdaten von ${serial}`,
    once: 'Kopieren Sie die Zugangsdaten jetzt: Sie werden nur einmal angezeigt und nicht gespeichert. Neue Zugangsdaten ersetzen diese.',
    deviceId: 'Geräte-ID',
    organizationId: 'ID der Organisation',
    token: 'Token',
    copyAll: 'Alles kopieren',
    done: 'Ich habe alles kopiert',
    warning: 'Mit diesem Token kann sich jedes Programm als dieses Gerät anmelden.',
  },
  again: {
    title: (serial: string) => `Neue Zugangsdaten für ${serial}?`,
    text: 'Die aktuellen Zugangsdaten werden jetzt ungültig: Das Gerät bleibt offline, bis es die neuen hat.',
    confirm: (serial: string) => `Neue Zugangsdaten für ${serial} erzeugen`,
  },
  remove: {
    title: (serial: string) => `${serial} löschen?`,
    text: 'Die Zugangsdaten werden jetzt ungültig. Die Scans des Geräts bleiben erhalten. Die Seriennummer kann erneut registriert werden.',
    confirm: (serial: string) => `${serial} löschen`,
  },
  feedback: {
    saved: (serial: string) => `${serial} wurde gespeichert`,
    deleted: (serial: string) => `${serial} wurde gelöscht`,
  },
  errorMessages: { DuplicateSerialNumber: 'Ein anderes Gerät hat diese Seriennummer.' },
} satisfies Translation<typeof deviceTexts>;
