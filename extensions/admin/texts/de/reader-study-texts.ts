import type { Translation } from '#foundation';
import type { readerStudyTexts } from '../reader-study-texts.ts';

const plural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
const cases = (count: number): string => plural(count, 'Fall', 'Fälle');

export const readerStudies = {
  table: 'Leserstudien',
  create: 'Neue Leserstudie',
  note: 'Befundende lesen dieselben Fälle nacheinander und bewerten jede Brust und jede eigene Läsion von 0 bis 100. Verblindete sehen keine Patientin.',
  empty:
    'Noch keine Leserstudien. Eine Leserstudie vergleicht, wie Läsionen gefunden und bewertet werden, zum Beispiel ohne und mit KI.',
  states: { DRAFT: 'Entwurf', OPEN: 'Offen', CLOSED: 'Beendet' },
  orders: { RANDOM: 'Zufällig je Konto', FIXED: 'Wie in der Liste' },
  designs: { PLAIN: 'Eine Sitzung', CROSSOVER: 'Crossover ohne und mit KI' },
  arms: { WITHOUT_AI: 'Ohne KI', WITH_AI: 'Mit KI' },
  columns: {
    name: 'Name',
    state: 'Status',
    design: 'Design',
    cases: 'Fälle',
    readers: 'Befundende',
    progress: 'Abgeschlossen',
  },
  of: (done, total, skipped) =>
    `${done} von ${total}${skipped === 0 ? '' : `, ${skipped} übersprungen`}`,
  progress: (name) => `Fortschritt von ${name}`,
  actions: {
    edit: 'Bearbeiten',
    open: 'Öffnen',
    close: 'Beenden',
    delete: 'Löschen',
    of: (action, name) => `${action}: ${name}`,
  },
  form: {
    create: 'Neue Leserstudie',
    edit: (name) => `${name} bearbeiten`,
    createButton: 'Entwurf anlegen',
    creating: 'Wird angelegt…',
    note: 'Fälle sind die Studien mit einem abgeschlossenen Scan und Volumen, die jetzt passen.',
    name: 'Name',
    readers: 'Befundende',
    readersHelp: 'Konten, die Läsionen anlegen können.',
    readersMissing: 'Wählen Sie mindestens ein Konto',
    noReaders: 'Kein Konto kann Läsionen anlegen. Legen Sie unter Konten eines an.',
    order: 'Reihenfolge der Fälle',
    design: 'Design',
    arm: 'KI-Läsionen',
    washoutDays: 'Pause (Tage)',
    washoutHelp: (maximum) => `Pause je Konto zwischen beiden Sitzungen, 0 bis ${maximum} Tage.`,
    washoutError: (maximum) => `Geben Sie eine ganze Zahl von 0 bis ${maximum} ein`,
    noReturn: 'Ein abgeschlossener Fall kann nicht wieder geöffnet werden',
    onlySigned: 'Nur Studien mit signiertem Befund',
    hasFindings: 'Nur Studien mit Läsionen',
    studyIdsHelp: (maximum) =>
      `Bis zu ${maximum}, eine pro Zeile, in der festen Reihenfolge. Ohne Angabe alle Studien.`,
  },
  confirm: {
    open: (name) => `${name} öffnen?`,
    openText: (caseCount, readers) =>
      `${plural(readers, 'Konto liest', 'Konten lesen')} ${cases(caseCount)}. Fälle, Konten und Einstellungen sind danach nicht mehr änderbar.`,
    close: (name) => `${name} beenden?`,
    closeText:
      'Niemand kann weiterlesen, und offene Fälle enden ohne Bewertung. Abgeschlossene Fälle bleiben. Das kann nicht rückgängig gemacht werden.',
    delete: (name) => `${name} löschen?`,
    deleteText:
      'Der Entwurf hat keine Fälle mit Bewertung. Das kann nicht rückgängig gemacht werden.',
  },
  feedback: {
    created: 'Der Entwurf wurde angelegt',
    saved: 'Der Entwurf wurde gespeichert',
    opened: 'Die Leserstudie ist offen',
    closed: 'Die Leserstudie ist beendet',
    deleted: 'Der Entwurf wurde gelöscht',
  },
  details: {
    loading: 'die Leserstudie',
    label: (name) => `Leserstudie ${name}`,
    settings: 'Einstellungen',
    washout: (days) => `Pause ${plural(days, 'Tag', 'Tage')}`,
    noReturn: 'kein Zurück',
    seed: (seed) => `Startwert ${seed}`,
    readers: 'Fortschritt',
    reader: 'Konto',
    pseudonym: 'Pseudonym',
    session: 'Sitzung',
    arm: 'Arm',
    completed: 'Abgeschlossen',
    time: 'Aktive Zeit',
    minutes: (minutes) => `${minutes} min`,
    state: 'Status',
    reading: 'Liest',
    finished: 'Fertig',
    waits: (when) => `Öffnet am ${when}`,
    notStarted: 'Nicht begonnen',
    paused: 'Zwischen Fällen',
    csvBreasts: 'CSV nach Brust',
    csvFindings: 'CSV nach Läsion',
  },
  results: {
    title: 'Lokalisation (FROC)',
    note: 'Läsionen mit ihrem Verdacht als Wert, verglichen mit den Läsionen der Referenz. Intervalle: 95-%-Bootstrap über Patientinnen.',
    reference: 'Referenz',
    signers: 'Unterzeichnende der Befunde',
    compute: 'Berechnen',
    counts: (caseCount, lesions, left) =>
      [
        `${cases(caseCount)} mit Referenz, ${plural(lesions, 'Läsion', 'Läsionen')}`,
        ...(left === 0 ? [] : [`${left} ohne signierten Befund ausgelassen`]),
      ].join('; '),
    none: 'Noch kein abgeschlossener Fall.',
    ownCases: (reader, arm, count) =>
      `${reader}, ${arm}: ${cases(count)} ausgelassen, weil diese Person den Befund signiert hat`,
    cases: 'Fälle',
    lesions: 'Läsionen',
    findings: 'Markiert',
    mean: 'Mittlere Sensitivität',
    at: (falsePositives) => `bei ${falsePositives}`,
    atLong: (falsePositives) => `Sensitivität bei ${falsePositives} falsch Positiven pro Scan`,
    interval: (value, low, high) => `${value} (${low}–${high})`,
    unknown: 'Unbekannt',
  },
} satisfies Translation<typeof readerStudyTexts>;
