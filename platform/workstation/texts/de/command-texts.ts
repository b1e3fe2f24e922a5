import type { Translation } from '#foundation';
import type { commandTexts } from '../command-texts.ts';

export const commands = {
  groups: {
    recent: 'Zuletzt verwendet',
    page: 'Diese Seite',
    everywhere: 'Überall',
    pages: 'Gehe zu',
    patients: 'Patientinnen',
  },
  actions: {
    palette: 'Befehl suchen',
    help: 'Tastenkürzel dieser Seite',
    preferences: 'Einstellungen',
    newPatient: 'Neue Patientin',
    searchPatients: 'Patientinnen suchen',
    dim: 'Umgebung der Bilder abdunkeln',
    undim: 'Umgebung der Bilder aufhellen',
    nextView: 'Nächste Ansicht fokussieren',
    previousView: 'Vorige Ansicht fokussieren',
    dismiss: 'Alle Hinweise schließen',
    signOut: 'Abmelden',
  },
  reasons: {
    noNotices: 'Es gibt keine Hinweise',
    noViews: 'Diese Seite hat keine Ansichten',
  },
  palette: {
    title: 'Befehle',
    placeholder: 'Was möchten Sie tun?',
    placeholderPatients: 'Befehl, oder Patientin nach Nummer, Name oder Geburtsdatum',
    empty: 'Kein Befehl passt.',
    emptyPatients: 'Kein Befehl und keine Patientin passt.',
    searching: 'Patientinnen werden gesucht …',
    searchFailed: 'Kein Befehl passt. Die Suche nach Patientinnen ist fehlgeschlagen.',
  },
  sheet: {
    intro: 'Die Tastenkürzel, die für Sie gelten, mit Ihren Änderungen.',
    print: 'Drucken',
  },
  help: {
    title: 'Tastenkürzel',
    search: 'Tastenkürzel suchen',
    empty: 'Kein Tastenkürzel passt.',
    palette: 'Alle Befehle …',
    change: 'Tastenkürzel ändern …',
    print: 'Drucken…',
    alt: 'Halten Sie Alt gedrückt, um Tastenkürzel auf den Schaltflächen zu sehen.',
  },
} satisfies Translation<typeof commandTexts>;
