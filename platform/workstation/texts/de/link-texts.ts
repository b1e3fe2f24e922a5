import type { Translation } from '#foundation';
import type { linkTexts } from '../link-texts.ts';

export const links = {
  opening: 'Link wird geöffnet',
  failed: 'Die angegebene Adresse konnte nicht geöffnet werden.',
  failedNext:
    'Der Link muss die Nummer einer Patientin oder die Accession-Nummer einer Studie enthalten. Prüfen Sie ihn in dem Programm, aus dem er stammt.',
  navigationFailed:
    'Der externe Link konnte nicht geöffnet werden. Bitte starten Sie die Anwendung neu.',
  blind:
    'Ihre Rolle arbeitet ohne Kenntnis der Patientinnen und kann Links zu Patientinnen oder Studien nicht öffnen.',
  toHome: 'Zur Startseite',
  patientNotFound: {
    title: 'Patientennummer nicht gefunden',
    text: (code: string) => `Es gibt keine Patientin mit der Nummer „${code}“.`,
    textUnknown: 'Es gibt keine Patientin mit dieser Nummer.',
    action: 'Nach Namen suchen',
  },
  studyNotFound: {
    title: 'Accession-Nummer nicht gefunden',
    text: (number: string) =>
      `Die Studie mit der Accession-Nummer „${number}“ ist nicht in der Datenbank.`,
    byUid: (uid: string) =>
      `Der Link enthält nur die UID der Studie (${uid}). Clockface findet Studien nach Accession-Nummer.`,
    action: 'Nach Datum suchen',
  },
  mismatch: {
    title: 'Angaben zur Patientin weichen ab',
    text: 'Quelle und Datenbank unterscheiden sich. Vergleichen Sie beide, bevor Sie fortfahren.',
    accession: (number: string) => `Studie mit der Accession-Nummer „${number}“`,
    source: 'Patientin im Link',
    database: 'Patientin der Studie',
    unknownHere: 'unbekannt',
    noCode: 'keine Nummer',
    action: 'Patientin bestätigen',
    confirmNext: (name: string) => `Öffnet die Studie von ${name}.`,
    cancel: 'Nicht öffnen',
  },
  noStudies: {
    title: 'Keine früheren Studien',
    text: (name: string) => `${name} hat keine früheren Studien.`,
    textUnknown: 'Diese Patientin hat keine früheren Studien.',
    loading: 'Patientin wird geladen',
    start: 'Scan starten',
    back: 'Zurück zu den Patientinnen',
    none: 'Die Adresse enthält keine Patientin.',
  },
} satisfies Translation<typeof linkTexts>;
