import type { Translation } from '#foundation';
import type { preferenceTexts } from '../preference-texts.ts';

export const preferences = {
  title: 'Einstellungen',
  intro: 'Ihre Einstellungen gelten überall, wo Sie sich anmelden.',
  display: {
    title: 'Anzeige',
    dim: 'Umgebung der Bilder abdunkeln',
    dimHelp:
      'Für dunkle Räume: Leisten, Werkzeuge und Seitenleisten werden auf 40 % Helligkeit gedimmt.',
  },
  reading: {
    title: 'Befunden',
    layout: 'Erstes Layout',
    layoutHelp: 'Für Scans, die Sie nicht in einem anderen Layout verlassen haben.',
    byStudy: 'Nach den Bildern der Studie',
    slab: 'Schichtdicke koronaler Ansichten',
    slabHelp: 'Andere Ansichten beginnen mit einer Schicht.',
    slice: 'Eine Schicht',
    mm: (mm: number) => `${mm} mm`,
    standard: (choice: string) => `${choice} (Standard)`,
    distance: 'Abstände von der Mamille',
    distanceHelp:
      'Auf den Seiten und in gespeicherten Bildern. Befunde behalten die Einheit des Standorts.',
    units: { mm: 'Millimeter', cm: 'Zentimeter' },
    dwell: 'Menü einer Markierung öffnen, wenn der Zeiger darauf ruht',
    dwellHelp: 'Ausgeschaltet öffnen ein Rechtsklick oder die Menütaste das Menü.',
    reset: 'Einstellungen zum Befunden zurücksetzen',
  },
  language: {
    title: 'Sprache',
    label: 'Sprache von Texten, Daten und Zahlen',
    help: 'Eine Änderung lädt die Seite neu. Nicht gespeicherte Eingaben bleiben erhalten.',
  },
  keys: {
    title: 'Tastenkürzel',
    characters: 'Tastenkürzel aus einem Zeichen',
    charactersHelp:
      'Wenn ausgeschaltet, bewirken einzelne Buchstaben, Ziffern und Zeichen nichts. Schalten Sie sie aus, wenn Sie diktieren oder versehentlich Tasten drücken.',
    search: 'Befehle und Tastenkürzel suchen',
    none: 'Kein Befehl passt.',
    columns: { command: 'Befehl', key: 'Tastenkürzel', standard: 'Standard' },
    group: (title: string) => `Tastenkürzel: ${title}`,
    noKey: 'keines',
    off: 'ausgeschaltet',
    change: (title: string) => `Tastenkürzel von ${title} ändern`,
    changeLabel: 'Ändern',
    reset: (title: string) => `Standard-Tastenkürzel von ${title} wiederherstellen`,
    remove: (title: string) => `Tastenkürzel von ${title} entfernen`,
    resetAll: 'Alle Tastenkürzel zurücksetzen',
    resetAllTitle: 'Alle Tastenkürzel zurücksetzen?',
    resetAllText:
      'Alle Befehle erhalten ihre Standard-Tastenkürzel. Ihre Änderungen werden gelöscht.',
  },
  recorder: {
    title: (command: string) => `Neues Tastenkürzel für ${command}`,
    press: 'Drücken Sie das neue Tastenkürzel.',
    pressed: 'Gedrückt',
    nothingPressed: 'noch nichts',
    cancel: 'Abbrechen',
    save: 'Tastenkürzel verwenden',
    same: 'Der Befehl hat dieses Tastenkürzel bereits.',
    characterOff:
      'Tastenkürzel aus einem Zeichen sind ausgeschaltet. Dieses wirkt nur, wenn sie eingeschaltet sind.',
    conflict: (key: string, other: string) => `${key} ist das Tastenkürzel von „${other}“.`,
    take: (other: string) => `„${other}“ wegnehmen`,
    rejected: {
      browser: (key: string) => `${key} ist für den Browser oder das System reserviert.`,
      navigation: (key: string) => `${key} ist für die Bewegung auf der Seite reserviert.`,
    },
  },
} satisfies Translation<typeof preferenceTexts>;
