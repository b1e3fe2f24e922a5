import { plural, type Translation } from '#foundation';
import type { layoutTexts } from '../layout-texts.ts';

export const layout = {
  product: 'Clockface',
  windowTitle: (page: string) => `${page} · Clockface`,
  breadcrumb: 'Navigationspfad',
  home: 'Start',
  unknownPath: 'Unbekannter Pfad',
  jobs: 'Aufträge',
  open: 'Öffnen',
  openJob: (title: string) => `Scan öffnen: ${title}`,
  activeJobs: (count: number) => plural(count, 'Auftrag', 'Aufträge'),
  connection: {
    online: 'Online',
    offline: 'Offline',
    connecting: 'Verbindung wird hergestellt',
    reconnecting: 'Verbindung wird wiederhergestellt',
    offlineWhy:
      'Der Server ist nicht erreichbar. Markierungen werden in diesem Browser gespeichert und gesendet, sobald Sie online sind. Eingaben in Formularen bleiben auf dieser Seite; speichern Sie sie, sobald Sie online sind.',
    reconnectingWhy: 'Live-Aktualisierungen pausieren. Alles andere funktioniert.',
  },
  commands: 'Befehle',
  help: 'Tastenkürzel dieser Seite',
  account: {
    of: (initials: string, name: string) => `${initials} Konto von ${name}`.trim(),
    roles: (name: string, roles: string) => `${name} · ${roles}`,
    preferences: 'Einstellungen',
    changePassword: 'Passwort ändern',
    developer: 'Entwicklermodus',
    signOut: 'Abmelden',
  },
  notices: {
    region: 'Hinweise',
    dismiss: 'Schließen',
    kinds: {
      info: 'Hinweis',
      success: 'Erledigt',
      warning: 'Warnung',
      failed: 'Fehlgeschlagen',
      'user-error': 'Fehler',
      validation: 'Eingabe prüfen',
      developer: 'Fehler, im Entwicklermodus angezeigt',
    },
  },
} satisfies Translation<typeof layoutTexts>;
