import { plural, type Translation } from '#foundation';
import type {
  archiveTexts,
  cronTexts,
  jobTexts,
  organizationTexts,
  syncTexts,
} from '../operation-texts.ts';

export const organization = {
  loadingLabel: 'Organisation',
  name: 'Name',
  rename: 'Name speichern',
  saving: 'Wird gespeichert …',
  hosts: 'Hostnamen',
  hostsNote:
    'Wer Clockface unter einem dieser Namen öffnet, sieht die Anmeldeseite dieser Organisation.',
  noHosts:
    'Noch keine Hostnamen. Benutzer können die Anmeldeseite dieser Organisation nicht erreichen.',
  here: 'diese Seite',
  remove: (host: string) => `${host} entfernen`,
  hostsChanged:
    'Eine andere Person hat die Organisation geändert. Es wurde nichts entfernt; die Liste zeigt die gespeicherten Hostnamen.',
  removeTitle: (host: string) => `${host} entfernen?`,
  removeText:
    'Unter diesem Namen ist keine Anmeldung möglich, bis dort ein Aktivierungscode eingegeben wird. Angemeldete Benutzer bleiben angemeldet.',
  removeHere: 'Sie verwenden diesen Hostnamen gerade.',
  removeConfirm: (host: string) => `${host} entfernen`,
  activation: 'Hostnamen hinzufügen',
  activationState: (count: number) =>
    count === 0 ? 'Nicht aktiviert' : `Aktiviert für ${plural(count, 'Hostnamen', 'Hostnamen')}`,
  activationText:
    'Erzeugen Sie auf dem Server einen Aktivierungscode. Er gilt einmal und 7 Tage lang. Geben Sie ihn unter dem neuen Hostnamen auf der Seite /activation ein.',
  command: 'npm run admin -- activation-code',
  details: 'Datensatz',
  id: 'ID',
  changed: 'Zuletzt geändert',
  feedback: {
    renamed: (name: string) => `Die Organisation wurde in ${name} umbenannt`,
    removed: (host: string) => `${host} wurde entfernt`,
  },
} satisfies Translation<typeof organizationTexts>;

export const jobs = {
  table: 'Aufträge',
  empty: 'Kein Auftrag passt zu diesen Filtern.',
  emptyAll: 'Noch keine Aufträge. Ein Auftrag entsteht, wenn ein Scan vollständig ist.',
  filter: 'Status',
  all: 'Alle Status',
  columns: {
    type: 'Auftrag',
    patient: 'Patientin',
    scan: 'Scan',
    status: 'Status',
    progress: 'Fortschritt',
    created: 'Angelegt',
    ended: 'Beendet',
  },
  codesNote: 'Patientinnen erscheinen mit ihrer Nummer. Namen erfordern das Recht PATIENT_VIEW.',
  open: 'Öffnen',
  openOf: (job: string, scan: string) => `Scan öffnen von ${job}: ${scan}`,
  noCode: (shortId: string) => `Patientin …${shortId}`,
  actions: {
    stop: 'Stoppen',
    retry: 'Erneut starten',
    of: (action: string, job: string, scan: string) => `${action}: ${job} von Scan ${scan}`,
  },
  confirmation: {
    title: (job: string, scan: string) => `${job} von Scan ${scan} stoppen?`,
    running:
      'Der Auftrag endet als „Abgebrochen“, und sein Fortschritt wird verworfen. Der Scan behält seine Dateien. Sie können den Auftrag hier erneut starten.',
    queued: 'Der Auftrag wird nicht gestartet. Sie können ihn hier erneut starten.',
    confirm: (job: string) => `${job} stoppen`,
  },
  attempt: (attempt: number) => `Versuch ${attempt}`,
  of: (done: number, total: number) => `${done} von ${total}`,
  stopping: 'Wird gestoppt …',
  reasonTitle: 'Grund des Fehlers',
  feedback: {
    stopped: 'Der Auftrag wird gestoppt',
    endedBefore: 'Der Auftrag war bereits beendet',
    queued: 'Der Auftrag wurde erneut gestartet',
  },
  errorMessages: {
    JobAlreadyQueued: 'Dieser Auftrag ist für diesen Scan bereits in der Warteschlange oder läuft.',
  },
} satisfies Translation<typeof jobTexts>;

export const cron = {
  table: 'Geplante Aufträge',
  create: 'Neuer geplanter Auftrag',
  empty: 'Noch keine geplanten Aufträge.',
  columns: {
    type: 'Auftrag',
    recurrence: 'Zeitplan',
    next: 'Nächste Ausführung',
    last: 'Letzte Ausführung',
    state: 'Status',
  },
  at: (recurrence: string, time: string) => `${recurrence} um ${time}`,
  onDay: (recurrence: string, day: string, time: string) => `${recurrence}, ${day}, um ${time}`,
  never: 'Nie',
  on: 'Ein',
  off: 'Aus',
  ended: { COMPLETED: 'Fertig', FAILED: 'Fehlgeschlagen' },
  actions: {
    edit: 'Bearbeiten',
    delete: 'Löschen',
    history: 'Ausführungen',
    of: (action: string, job: string) => `${action}: ${job}`,
    more: (job: string) => `Weitere Aktionen für ${job}`,
  },
  form: {
    create: 'Neuer geplanter Auftrag',
    edit: 'Geplanten Auftrag bearbeiten',
    type: 'Auftrag',
    recurrence: 'Wiederholung',
    time: 'Uhrzeit',
    timeHelp: (zone: string) => `Zeitzone: ${zone}`,
    timeHelpNew: 'Zeitzone des Standorts',
    timeError: 'Geben Sie eine Uhrzeit ein',
    startDate: 'Startdatum',
    startHelp: 'Bestimmt den Wochentag oder den Tag im Jahr. Ohne Angabe gilt heute.',
    enabled: 'Eingeschaltet',
    createButton: 'Anlegen',
    creating: 'Wird angelegt …',
  },
  remove: {
    title: 'Diesen geplanten Auftrag löschen?',
    text: 'Er wird nicht mehr ausgeführt. Frühere Ausführungen bleiben im Audit-Trail.',
    confirm: (job: string) => `${job} löschen`,
  },
  history: {
    title: (job: string) => `Ausführungen von ${job}`,
    table: 'Ausführungen',
    empty: 'Noch keine Ausführungen.',
    columns: { due: 'Fällig', started: 'Gestartet', status: 'Ergebnis', message: 'Einzelheiten' },
  },
  feedback: {
    saved: 'Der geplante Auftrag wurde gespeichert',
    created: 'Der geplante Auftrag wurde angelegt',
    deleted: 'Der geplante Auftrag wurde gelöscht',
  },
} satisfies Translation<typeof cronTexts>;

export const sync = {
  loadingLabel: 'Synchronisierung',
  badge: 'Status',
  lastSync: 'Letzte Synchronisierung',
  never: 'Nie',
  notConfigured:
    'In der Standortdatei ist kein Cloud-Server konfiguriert. Jede Synchronisierung endet als „Offline“.',
  start: 'Synchronisierung starten',
  starting: 'Wird gestartet …',
  stop: 'Synchronisierung stoppen',
  kind: 'Art der Synchronisierung',
  notAllowed: 'Ihre Rolle kann Synchronisierungen weder starten noch stoppen.',
  table: 'Synchronisierungsaufträge',
  empty: 'Noch keine Synchronisierungsaufträge.',
  columns: {
    title: 'Auftrag',
    status: 'Status',
    started: 'Gestartet',
    ended: 'Beendet',
    message: 'Einzelheiten',
  },
  feedback: {
    started: 'Die Synchronisierung wurde gestartet',
    stopped: 'Die Synchronisierung wird gestoppt',
    offline: (why: string) => `Die Synchronisierung endete als „Offline“. ${why}`,
  },
  errorMessages: { SyncRunning: 'Eine Synchronisierung läuft bereits.' },
} satisfies Translation<typeof syncTexts>;

export const archive = {
  notConfigured:
    'Kein Bildarchiv ist konfiguriert. Diese Version kann keine Scans an ein Archiv senden.',
  jobs: (count: number) =>
    count === 0
      ? 'Noch keine Übertragungen.'
      : `${plural(count, 'Übertragung wurde', 'Übertragungen wurden')} angelegt. Die Ergebnisse stehen unter „Aufträge“.`,
  toJobs: 'Aufträge anzeigen',
} satisfies Translation<typeof archiveTexts>;
