import { plural, type Translation } from '#foundation';
import type { extensionTexts } from '../extension-texts.ts';

export const extensions = {
  panelTitle: 'Erweiterungen und Modi',
  extension: 'Erweiterung',
  mode: 'Modus',
  origin: 'Herkunft',
  siteFile: 'Konfiguration anzeigen',
  origins: {
    default: 'Standard',
    site: 'Standortdatei',
    environment: 'Umgebung',
    administrator: 'Administration',
    'safe-start': 'Sicherer Start',
  },
  locks: {
    needed: 'Für diese Seite erforderlich',
    site: 'In der Standortdatei ausgeschaltet',
    environment: 'In der Umgebung des Servers gesetzt',
  },
  settingsSource: (id: string) =>
    `Nur lesbar. Um diese Einstellungen zu ändern, bearbeiten Sie extensions.${id}.settings in der Standortdatei, und starten Sie den Server neu.`,
  settingsSourceThirdParty:
    'Nur lesbar. Um diese Einstellungen zu ändern, bearbeiten Sie den Eintrag dieser Erweiterung unter thirdParty in der Standortdatei, und starten Sie den Server neu.',
  thirdParty: (version: string) => `Drittanbieter, Version ${version}`,
  thirdPartyRejected: 'Drittanbieter',
  notStarted: (reason: string) => `Nicht gestartet: ${reason}`,
  modeAt: (path: string) => `Öffnet sich unter ${path}`,
  notSet: 'nicht gesetzt',
  foot: 'Gesperrte Einträge sind in der Standortdatei oder der Umgebung des Servers gesetzt oder für diese Seite erforderlich. Eine Änderung gilt für Seiten, die danach geöffnet werden.',
  pending: 'Diese Seite wurde vor der letzten Änderung geöffnet. Laden Sie sie neu.',
  reload: 'Seite neu laden',
  switchTo: (title: string) => `${title} ein oder aus`,
  confirmation: {
    on: (title: string) => `${title} einschalten?`,
    off: (title: string) => `${title} ausschalten?`,
    confirmOn: (title: string) => `${title} einschalten`,
    confirmOff: (title: string) => `${title} ausschalten`,
    noEffect: 'Sonst ändert sich nichts.',
    starts: 'Startet',
    stops: 'Endet',
    modesAdded: 'Modi, die verfügbar werden',
    modesRemoved: 'Modi, die nicht mehr verfügbar sind',
    modesLimited: 'Eingeschränkte Modi',
    added: 'Kommt hinzu',
    removed: 'Entfällt',
    because: (title: string, reason: string) => `${title}: ${reason}`,
    points: {
      routes: 'Seiten',
      panels: 'Seitenleisten',
      commands: 'Befehle',
      tools: 'Werkzeuge',
      viewports: 'Ansichten',
      hangingProtocols: 'Layouts',
      findingProviders: 'Quellen von Läsionen',
    },
    server: (titles: string) =>
      `${titles}: Über Aufträge und Dienste auf dem Server entscheidet weiterhin die Standortdatei.`,
    when: 'Die Änderung gilt für Seiten, die Benutzer Ihrer Organisation ab jetzt öffnen. Offene Seiten, auch Ihre, übernehmen sie beim Neuladen.',
    more: (count: number) => plural(count, 'weiterer', 'weitere'),
  },
  feedback: {
    on: (title: string) => `${title} ist für Seiten eingeschaltet, die ab jetzt geöffnet werden`,
    off: (title: string) => `${title} ist für Seiten ausgeschaltet, die ab jetzt geöffnet werden`,
    undo: 'Rückgängig',
    undone: (title: string) => `Die Änderung an ${title} wurde rückgängig gemacht`,
  },
  site: {
    title: 'Aktive Konfiguration',
    file: (name: string) =>
      `Werte aus ${name} und Standardwerte. Geheimnisse, Benutzer und Dateipfade werden nicht angezeigt.`,
    decided: 'Von diesem Standort gesetzt, nicht der Standard',
    byFile: 'Standortdatei',
    byEnvironment: 'Umgebung',
    copy: 'Als JSON kopieren',
  },
} satisfies Translation<typeof extensionTexts>;
