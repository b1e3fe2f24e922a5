import { plural, type Translation } from '#foundation';
import type { homeTexts } from '../home-texts.ts';

export const home = {
  title: 'Start',
  welcome: (name: string) => `Willkommen, ${name}`,
  welcomeAll: 'Willkommen',
  pages: 'Seiten',
  patients: 'Patientinnen',
  findOrAdd: 'Patientin suchen oder anlegen, scannen, Studien befunden',
  find: 'Patientin suchen und Studien befunden',
  studies: 'Studien',
  studiesBlind: 'Zu annotierende Studien',
  studiesHint: 'Arbeitsliste nach Priorität, Status und Befunder',
  studiesHintBlind: 'Nach Alias und Seite, ohne Namen',
  worklist: 'Zu befunden',
  annotate: (count: number) => plural(count, 'Studie zu annotieren', 'Studien zu annotieren'),
  readNext: 'Nächste befunden',
  openFirst: 'Neueste öffnen',
  noNewStudies: 'Keine abgeschlossenen Studien zu befunden.',
  nextCases: 'Nächste Fälle',
  toSign: 'Zu signierende Befunde',
  nothingToSign: 'Keiner Ihrer Befunde wartet auf die Signatur.',
  moreStudies: (count: number) =>
    `${plural(count, 'weitere Studie', 'weitere Studien')} in der Arbeitsliste`,
  attention: 'Zu erledigen',
  nothingToAttend: 'Keine fehlgeschlagenen Aufträge und keine unvollständigen Scans.',
  incomplete: 'Scan unvollständig',
  overdue: (count: number) =>
    plural(count, 'überfällige Verlaufskontrolle', 'überfällige Verlaufskontrollen'),
  today: 'Patientinnen von heute',
  notScanned: 'noch nicht gescannt',
  noExamsToday: 'Heute keine Untersuchungen.',
  moreToday: (count: number) =>
    `${plural(count, 'weitere Patientin', 'weitere Patientinnen')} in der Liste`,
  site: 'Systemstatus',
  allRunning: (version: string) => `Alle Dienste laufen, Version ${version}`,
  partDown: (part: string) => `${part} läuft nicht`,
  none: 'Ihr Konto kann keine Seite öffnen. Möglicherweise fehlt eine Rolle, oder eine Erweiterung ist ausgeschaltet. Wenden Sie sich an die Administration.',
  notFound: 'Unter dieser Adresse gibt es keine Seite.',
  goHome: 'Zur Startseite',
  loading: 'Wird geladen',
  signingIn: 'Anmeldung läuft',
} satisfies Translation<typeof homeTexts>;
