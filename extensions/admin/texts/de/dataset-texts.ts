import { plural, type Translation } from '#foundation';
import type { datasetTexts, predictionTexts } from '../dataset-texts.ts';

const scans = (count: number): string => plural(count, 'Scan', 'Scans');

export const datasets = {
  table: 'Exporte',
  create: 'Neuer Export',
  import: 'Vorhersagen importieren',
  note: 'Ein Export ist ein Archiv mit Volumen, Masken und Läsionen abgeschlossener Scans. Namen, Kalendertage und freie Texte fehlen darin; Grauwerte bleiben unverändert.',
  empty:
    'Noch keine Exporte. Ein Export ist ein Archiv abgeschlossener Scans zum Trainieren eines Modells, ohne die Identität von Patientinnen und Befundenden.',
  columns: {
    created: 'Exportiert',
    status: 'Status',
    progress: 'Scans',
    format: 'Format',
    by: 'Von',
    size: 'Größe',
  },
  formats: { nrrd: 'NRRD', nifti: 'NIfTI' },
  server: 'Server',
  stopping: 'Wird gestoppt …',
  of: (done: number, total: number) => `${done} von ${total}`,
  progress: (created: string) => `Fortschritt des Exports vom ${created}`,
  scans,
  leftOut: (total: number, leftOut: number) => `${scans(total)}, ${leftOut} ausgelassen`,
  deleted: 'Gelöscht',
  actions: {
    stop: 'Stoppen',
    download: 'Herunterladen',
    again: 'Wiederholen',
    of: (action: string, created: string) => `${action}: Export vom ${created}`,
  },
  confirmation: {
    title: (created: string) => `Export vom ${created} stoppen?`,
    running: 'Der Export endet als „Abgebrochen“ ohne Archiv, und sein Fortschritt wird verworfen.',
    queued: 'Der Export wird nicht gestartet.',
    confirm: 'Export stoppen',
  },
  details: {
    label: 'Export',
    filter: 'Filter',
    split: 'Teile',
    splitOf: (train: string, validation: string, test: string) =>
      `${train} % Training, ${validation} % Validierung, ${test} % Test`,
    seed: 'Startwert',
    ended: 'Beendet',
    leftOut: 'Ausgelassen',
    leftOutText: (count: number) => `${scans(count)} ohne lesbares Volumen, siehe dataset.json`,
    hash: 'SHA-256',
    expires: 'Aufbewahrt bis',
    expired: (when: string) =>
      `Das Archiv wurde am ${when} gelöscht. Exportieren Sie erneut, um ein neues zu erhalten.`,
    reasonTitle: 'Grund des Fehlers',
  },
  filters: {
    all: 'Alle abgeschlossenen Scans',
    from: (day: string) => `ab ${day}`,
    to: (day: string) => `bis ${day}`,
    onlySigned: 'nur signierte Befunde',
    hasFindings: 'nur mit Läsionen',
    studies: (count: number) => plural(count, 'Studie', 'Studien'),
  },
  form: {
    create: 'Neuer Export',
    note: 'Exportiert werden nur abgeschlossene Scans mit Volumen und bestätigter Ausrichtung.',
    format: 'Format der Volumen und Masken',
    sides: 'Seite',
    bothSides: 'Beide Seiten',
    onlySigned: 'Nur Scans mit signiertem Befund',
    hasFindings: 'Nur Scans mit Läsionen',
    studyIdsHelp: (maximum: number) =>
      `Bis zu ${maximum}, eine pro Zeile. Leer lassen für alle Studien.`,
    parts: 'Teile',
    partsNote: 'Prozent der Patientinnen. Alle Scans einer Patientin sind in einem Teil.',
    train: 'Training',
    validation: 'Validierung',
    test: 'Test',
    percentError: 'Geben Sie 0 bis 100 ein',
    sumError: 'Die drei Teile müssen zusammen 100 ergeben',
    seed: 'Startwert',
    seedHelp: 'Derselbe Startwert und dieselben Teile ergeben dieselbe Aufteilung.',
    seedError: (maximum: string) => `Geben Sie eine ganze Zahl von 0 bis ${maximum} ein`,
    createButton: 'Exportieren',
    creating: 'Wird exportiert …',
  },
  feedback: {
    created: 'Der Export ist in der Warteschlange',
    stopped: 'Der Export wird gestoppt',
    endedBefore: 'Der Export war bereits beendet',
    downloading: 'Der Download hat begonnen. Er steht im Audit-Trail.',
  },
} satisfies Translation<typeof datasetTexts>;

export const predictions = {
  title: 'Vorhersagen importieren',
  note: 'Vorhersagen eines Modells für Scans eines Exports werden zu KI-Läsionen. Kein Befund enthält sie.',
  file: 'Datei mit Vorhersagen (JSON)',
  fileHelp: 'Wie für POST /api/datasets/predictions, mit den Namen der Scans aus dataset.json.',
  reading: 'Die Datei wird gelesen …',
  errors: {
    tooLarge: (maximum: string) =>
      `Die Datei ist größer als ${maximum}. Teilen Sie sie in mehrere Dateien auf.`,
    unreadable: 'Die Datei kann nicht gelesen werden. Wählen Sie sie erneut.',
    notJson: 'Die Datei ist kein JSON.',
    noScans: 'Die Datei hat keine Liste „scans“.',
    field: (field: string, reason: string) => `${field}: ${reason}.`,
  },
  read: (file: string, count: number) => `${file} hat Vorhersagen für ${scans(count)}.`,
  model: (name: string, version: string, provider: string) =>
    `Modell ${name}, Version ${version} (${provider})`,
  start: 'Importieren',
  stop: 'Stoppen',
  progress: 'Import der Vorhersagen',
  of: (done: number, total: number) => `${done} von ${plural(total, 'Scan', 'Scans')}`,
  close: 'Schließen',
  another: 'Andere Datei wählen',
  done: (stored: number, refused: number) => `${scans(stored)} importiert, ${refused} abgelehnt.`,
  stopped: (rest: number) =>
    `Gestoppt. ${plural(rest, 'Scan wurde', 'Scans wurden')} nicht importiert. Sie können dieselbe Datei erneut importieren: nichts wird doppelt gespeichert.`,
  results: 'Scans der Datei',
  stored: (count: number) => `${plural(count, 'Läsion', 'Läsionen')} gespeichert`,
  rejected: 'Abgelehnt',
  unnamed: (position: number) => `Scan ${position} der Datei`,
  place: {
    finding: (position: number) => `Läsion ${position}`,
    mark: (finding: number, mark: number) => `Läsion ${finding}, Markierung ${mark}`,
    reason: (place: string, reason: string) => `${place}: ${reason}`,
  },
} satisfies Translation<typeof predictionTexts>;
