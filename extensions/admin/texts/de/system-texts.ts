import { plural, type Translation } from '#foundation';
import type { systemTexts } from '../system-texts.ts';

export const system = {
  loadingLabel: 'System',
  refresh: 'Aktualisieren',
  status: {
    ready: 'Bereit',
    starting: 'Wird gestartet',
    degraded: 'Einige Komponenten laufen nicht',
  },
  parts: { title: 'Komponenten', up: 'Läuft', down: 'Läuft nicht' },
  server: {
    title: 'Server',
    status: 'Status',
    version: 'Version',
    runtime: 'Laufzeitumgebung',
    platform: 'Plattform',
    startedAt: 'Gestartet',
    uptime: 'Laufzeit',
    timeZone: 'Zeitzone',
  },
  database: {
    title: 'Datenbank',
    version: 'Version',
    size: 'Größe',
    schema: 'Schema',
    migrations: (count: number, newest: string) =>
      `${plural(count, 'Migration', 'Migrationen')}, neueste ${newest}`,
  },
  store: {
    title: 'Dateien',
    files: 'Dateien der Organisation',
    bytes: 'Gesamtgröße',
    disk: 'Datenträger',
    free: (free: string, all: string) => `${free} von ${all} frei`,
    freeShare: 'Freier Speicherplatz',
    unknown: 'Unbekannt',
  },
  problems: {
    site: 'Standort und diese Seite',
    siteEmpty: 'Keine Probleme mit dem Standort, dem Programm oder einer Erweiterung.',
    server: 'Start des Servers',
    logs: 'Fehler in Browsern',
    logsNote:
      'Wörter, die eine Person identifizieren könnten, werden vor dem Speichern entfernt. Die neuesten 2.000 Fehler werden aufbewahrt.',
    logsEmpty: 'Noch keine Fehler in Browsern.',
    columns: {
      at: 'Wann',
      level: 'Stufe',
      code: 'Code',
      message: 'Meldung',
      page: 'Seite',
    },
    levels: { error: 'Fehler', warn: 'Warnung' },
    from: (source: string) => `Von ${source}`,
    stack: 'Stacktrace',
    noStack: 'Kein Stacktrace.',
    copy: 'Einzelheiten kopieren',
  },
  lists: {
    loadingLabel: 'Listen',
    choose: 'Liste',
    table: (title: string) => `Einträge von ${title}`,
    columns: {
      id: 'ID',
      label: 'Bezeichnung',
      order: 'Reihenfolge',
      score: 'Punkte',
      origin: 'Herkunft',
    },
    version: (version: string, source: string) => `Version ${version} von ${source}`,
    siteVersion: (version: string) => `mit Version ${version} der Änderungen dieses Standorts`,
    maxSelection: (count: number) => `Höchstens ${plural(count, 'Eintrag', 'Einträge')} je Auswahl`,
    origins: {
      builtIn: 'mitgeliefert',
      added: 'vom Standort hinzugefügt',
      changed: 'vom Standort geändert',
    },
    notOffered: (ids: string) => `An diesem Standort nicht angeboten: ${ids}`,
    note: 'Nur lesbar. Um eine Liste zu ändern, bearbeiten Sie lists in der Standortdatei, und starten Sie den Server neu. In Datensätzen gespeicherte Werte bleiben gültig.',
    empty: 'Diese Liste hat keine Einträge.',
  },
} satisfies Translation<typeof systemTexts>;
