import type { Translation } from '#foundation';
import type { hostTexts } from '../host-texts.ts';

export const host = {
  next: {
    contactVendor:
      'Wenden Sie sich an den Hersteller der Erweiterung. Alles andere funktioniert weiter.',
    checkSite: 'Ändern Sie die Konfiguration des Standorts, und laden Sie die Seite neu.',
    reload: 'Prüfen Sie die Verbindung, und laden Sie die Seite neu.',
  },
  duplicateExtension: {
    title: (id: string) => `Zwei Erweiterungen haben die ID ${id}`,
    detail: 'Die erste Erweiterung wird verwendet. Die andere wurde abgelehnt.',
    next: 'Geben Sie der Erweiterung des Drittanbieters eine andere ID.',
  },
  unknownSwitch: {
    title: (id: string) => `Unbekannte Erweiterung in der Konfiguration des Standorts: ${id}`,
    detail: (id: string) =>
      `Keine mitgelieferte Erweiterung und keine eines Drittanbieters hat die ID '${id}'.`,
  },
  hostRange: {
    title: (id: string) => `${id} braucht eine andere Version der Erweiterungs-API`,
    detail: (range: string, version: string) =>
      `Erforderlich ist die Erweiterungs-API ${range}; installiert ist ${version}.`,
    next: 'Installieren Sie eine passende Version der Erweiterung.',
  },
  foreignId: {
    title: (id: string) => `${id} deklariert eine ID mit falschem Präfix`,
    detail: (contribution: string, id: string) => `'${contribution}' beginnt nicht mit '${id}.'.`,
  },
  duplicateContribution: {
    title: (contribution: string) => `${contribution} ist doppelt deklariert`,
    detail: (id: string, contribution: string, owner: string) =>
      `${id} deklariert '${contribution}', das ${owner} bereits deklariert.`,
  },
  renamedConflict: { title: (id: string, old: string) => `${id} kann ${old} nicht umbenennen` },
  requiredMissing: {
    title: (id: string, needed: string) => `${id} braucht ${needed}; das ist nicht installiert`,
    detail: (needed: string) => `Keine Erweiterung hat die ID '${needed}'.`,
    next: (needed: string, id: string) =>
      `Installieren Sie ${needed}, oder schalten Sie ${id} aus.`,
  },
  requiredOff: {
    title: (id: string, needed: string) => `${id} braucht ${needed}; das ist ausgeschaltet`,
    detail: (needed: string) => `Der Standort oder die Administration hat ${needed} ausgeschaltet.`,
    next: (needed: string, id: string) => `Schalten Sie ${needed} ein oder ${id} aus.`,
  },
  requiredRejected: {
    title: (id: string, needed: string) => `${id} braucht ${needed}; das wurde nicht gestartet`,
    detail: (needed: string) => `Die Probleme von ${needed} nennen den Grund.`,
    next: (needed: string) => `Beheben Sie zuerst die Probleme von ${needed}.`,
  },
  requiredRange: {
    title: (id: string, needed: string) => `${id} braucht eine andere Version von ${needed}`,
    detail: (range: string, version: string) =>
      `Erforderlich ist ${range}; installiert ist ${version}.`,
    next: (id: string, needed: string) =>
      `Installieren Sie zueinander passende Versionen von ${id} und ${needed}.`,
  },
  optionalRange: {
    title: (id: string, other: string) => `${id} arbeitet ohne ${other}`,
    detail: (other: string, range: string, version: string) =>
      `Unterstützt wird ${other} ${range}; installiert ist ${version}.`,
    next: 'Sie müssen nichts tun. Um beide gemeinsam zu verwenden, installieren Sie eine passende Version.',
  },
  cycle: {
    title: (id: string) => `${id} hängt von sich selbst ab`,
    detail: (ids: readonly string[]) => `${ids.join(' braucht ')}.`,
    next: 'Machen Sie eine dieser Abhängigkeiten im Manifest optional.',
  },
  invalidSettings: { title: (id: string) => `Die Einstellungen von ${id} sind ungültig` },
  loadFailed: {
    title: (id: string) => `Der Code von ${id} konnte nicht geladen werden`,
    timedOut: (seconds: number) => `Er wurde nicht innerhalb von ${seconds} s geladen.`,
  },
  invalidExport: { title: (id: string) => `${id} ist keine gültige Erweiterung` },
  offOrigin: {
    title: (id: string) => `${id} stammt von einem anderen Server`,
    detail: (url: string) => `'${url}' liegt nicht auf dem Server von Clockface.`,
    next: 'Verschieben Sie die Erweiterung in einen Ordner dieser Installation.',
  },
  notStartable: {
    title: (id: string) => `${id} ist nicht verfügbar`,
    detail: 'Die Erweiterung ist nicht installiert, ausgeschaltet oder wurde beim Start abgelehnt.',
    next: 'Die Liste der Erweiterungen auf der Seite Administration nennt den Grund.',
  },
  activationFailed: { title: (id: string) => `${id} konnte nicht gestartet werden` },
  activationTimeout: {
    title: (id: string) => `Der Start von ${id} hat zu lange gedauert`,
    detail: (seconds: number) =>
      `Die Erweiterung war nach ${seconds} s nicht gestartet und wurde gestoppt.`,
  },
  disposeFailed: { title: (id: string) => `${id} wurde nicht fehlerfrei gestoppt` },
  undeclared: {
    title: (id: string) => `${id} registriert einen nicht deklarierten Beitrag`,
    detail: (contribution: string, point: string) =>
      `'${contribution}' steht im Manifest nicht unter ${point}.`,
  },
  missing: {
    title: (id: string) => `${id} hat einen deklarierten Beitrag nicht registriert`,
    detail: (contribution: string, point: string) =>
      `'${contribution}' steht im Manifest unter ${point}, wurde aber nicht registriert.`,
  },
  unknownId: {
    title: (id: string) => `'${id}' gibt es nicht`,
    detail: (point: string) => `Keine aktive Erweiterung deklariert es unter ${point}.`,
    next: 'Prüfen Sie die Schreibweise, oder schalten Sie die zugehörige Erweiterung ein.',
  },
  notActive: {
    title: (id: string) => `'${id}' ist noch nicht verfügbar`,
    detail: (owner: string, point: string) =>
      `${owner} deklariert es unter ${point}, hat es aber nicht registriert.`,
    next: (owner: string) => `Die Probleme von ${owner} nennen den Grund.`,
  },
  serviceMissing: {
    title: (id: string) => `Keine Erweiterung stellt ${id} bereit`,
    detail: (id: string) => `Der Dienst '${id}' wurde angefordert, bevor er bereitstand.`,
    next: 'Schalten Sie die Erweiterung ein, die ihn bereitstellt.',
  },
  serviceDuplicate: {
    title: (id: string) => `${id} wird doppelt bereitgestellt`,
    detail: (id: string) => `Der Dienst '${id}' hat bereits einen Anbieter.`,
  },
  commandDisabled: { detail: (id: string) => `'${id}' ist jetzt nicht verfügbar.` },
  commandFailed: {
    title: 'Der Befehl ist fehlgeschlagen',
    detail: (id: string, detail: string) => `'${id}': ${detail}`,
    next: 'Versuchen Sie es erneut.',
  },
  invalidMode: { title: (id: string) => `Der Modus '${id}' ist ungültig` },
  unknownModeSwitch: {
    title: (id: string) => `Unbekannter Modus in der Konfiguration des Standorts: ${id}`,
    detail: (id: string) => `Kein Modus hat die ID '${id}'.`,
  },
  modeOff: {
    title: (title: string) => `${title} ist ausgeschaltet`,
    detail: 'Der Standort oder die Administration hat den Modus ausgeschaltet.',
    next: 'Wenden Sie sich an die Administration, wenn Sie den Modus brauchen.',
  },
  modeNeeds: {
    title: (mode: string) => `${mode} ist nicht verfügbar`,
    detail: (needed: string, reason: string) => `Erforderlich ist ${needed}. ${reason}`,
    next: 'Wenden Sie sich an die Administration. Die Seite Administration zeigt die aktiven Erweiterungen und Modi.',
  },
  modeReference: {
    title: (title: string, area: string) => `${title} läuft unvollständig (${area})`,
    next: 'Schalten Sie die zugehörige Erweiterung ein, oder entfernen Sie den Eintrag aus dem Modus.',
  },
  modePathTaken: {
    title: (mode: string) => `Der Modus ${mode} kann nicht geöffnet werden`,
    detail: (id: string, path: string) =>
      `${id} verlangt den Pfad '${path}', den eine andere Seite oder ein anderer Modus verwendet.`,
  },
  additionModeUnknown: {
    title: (id: string) => `${id} ergänzt einen unbekannten Modus`,
    detail: (mode: string) => `Kein Modus hat die ID '${mode}'.`,
  },
  additionUnresolved: {
    title: (id: string, mode: string) => `${id} kann einen Teil von ${mode} nicht ergänzen`,
  },
  noMode: {
    title: 'Dieser Scan kann hier nicht geöffnet werden',
    detail: (path: string) => `Kein Modus von ${path} unterstützt einen Scan in diesem Zustand.`,
    next: 'Gehen Sie zurück zur Studienliste.',
  },
  keyConflict: {
    title: (key: string) => `Das Tastenkürzel ${key} ist doppelt vergeben`,
    detail: (first: string, second: string) =>
      `Es führt '${first}' aus; '${second}' hat kein Tastenkürzel.`,
    next: 'Vergeben Sie im Modus für einen der beiden Befehle ein anderes Tastenkürzel.',
  },
  keyInvalid: {
    title: (key: string) => `'${key}' ist kein gültiges Tastenkürzel`,
    next: 'Korrigieren Sie das Tastenkürzel im Modus.',
  },
  scopeEnded: {
    title: (id: string) => `${id} wurde bereits gestoppt`,
    detail: 'Die Erweiterung wollte nach dem Stoppen einen Beitrag registrieren.',
  },
  areas: {
    main: 'Hauptbereich',
    views: 'Ansichten',
    right: 'rechte Seite',
    bar: 'Patientenleiste',
    rail: 'Werkzeugleiste',
    keys: 'Tastenkürzel',
  },
  reasons: {
    notActive: 'Die Erweiterung ist nicht aktiv.',
    notInstalled: 'Die Erweiterung ist nicht installiert.',
    switchedOff: 'Die Erweiterung ist ausgeschaltet.',
    notProvided: (area: string) => `Keine Erweiterung stellt diesen Bereich bereit: ${area}.`,
    ofOther: (title: string, detail: string) => `${title}. ${detail}`,
    oneOf: (ids: readonly string[]) => ids.join(' oder '),
    ownerNotStarted: (id: string, owner: string) =>
      `'${id}' gehört zu ${owner}. Weder der Modus noch die Erweiterung setzt ${owner} voraus.`,
    withoutViews: (id: string) =>
      `'${id}' ist eine Anordnung, der Modus zeigt aber keine Ansichten.`,
    withoutId: 'ohne ID',
    noExport: "Das Modul exportiert 'extension' nicht.",
    otherId: (manifestId: string, entryId: string) =>
      `Die ID ist im Manifest '${manifestId}', im Modul aber '${entryId}'.`,
    oldIdExists: (id: string) => `'${id}' gibt es noch.`,
    noSuchId: (id: string) => `'${id}' gibt es nicht.`,
    renamedTwice: 'Es ist doppelt umbenannt.',
    noSettings: (names: string) =>
      `Die Erweiterung hat keine Einstellungen, aber diese sind gesetzt: ${names}.`,
    noSchema: (reason: string) =>
      `Die Einstellungen im Manifest sind kein gültiges JSON-Schema: ${reason}`,
    emptyKey: 'Es ist leer.',
  },
} satisfies Translation<typeof hostTexts>;
