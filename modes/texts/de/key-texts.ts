import type { Translation } from '#foundation';
import type { keyTexts } from '../key-texts.ts';

export const modeKeys = {
  sections: {
    scanning: 'Scannen',
    layouts: 'Layouts und Ansichten',
    planes: 'Ebenen und Scans',
    image: 'Bild',
    overlays: 'Linien und Einblendungen',
    findings: 'Läsionen',
    ai: 'KI-Vorschläge',
    report: 'Befund',
    raw: 'Rohbilder',
  },
  activeLines: 'Referenzlinien der aktiven Ansicht',
  layouts: {
    both: 'Layout: Beide',
    planes: 'Layout: Ebenen',
    compare: 'Layout: Vergleich',
    volume: 'Layout: 3D',
    surface: 'Layout: 3D-Oberfläche',
    raw: 'Layout: Rohbilder',
    fourUp: 'Layout: 4 Ansichten',
    antiradial: 'Layout: Antiradiär',
  },
  slab: {
    kind: 'Nächste Schichtart',
    thicker: 'Schicht 1 mm dicker',
    thinner: 'Schicht 1 mm dünner',
  },
  presets: {
    plain: 'Bildvorgabe: Neutral',
    soft: 'Bildvorgabe: Weich',
    hard: 'Bildvorgabe: Hart',
    bright: 'Bildvorgabe: Hell',
    deep: 'Bildvorgabe: Tief',
  },
  saveWithoutMarks: 'Bild ohne Markierungen speichern',
  trueSize: 'Originalgröße',
  radial: (degrees: string) => `Radiäre Ebene um ${degrees}° drehen`,
  scans: { previous: 'Voriger Scan', next: 'Nächster Scan' },
  slices: {
    previous: 'Vorige Schicht',
    next: 'Nächste Schicht',
    back: (count: number) => `${count} Schichten zurück`,
    forward: (count: number) => `${count} Schichten vor`,
    pageBack: (count: number, degrees: number) => `${count} Schichten oder ${degrees}° zurück`,
    pageForward: (count: number, degrees: number) => `${count} Schichten oder ${degrees}° vor`,
  },
} satisfies Translation<typeof keyTexts>;
