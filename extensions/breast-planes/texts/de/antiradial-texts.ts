import type { Translation } from '#foundation';
import type { antiradialTexts } from '../antiradial-texts.ts';

export const antiradial = {
  title: 'Antiradiär',
  adjustmentTarget: 'Antiradiär und Radiär',
  letter: 'X',
  view: (scan: string) => `Antiradiäre Ebene, ${scan}`,
  imageLabel: 'Antiradiäres Bild; Pfeiltasten bewegen entlang der radiären Linie',
  details: (clock: string, mm: string) => `${clock} · ${mm} mm`,
  fromNipple: 'Von der Mamille',
  fromAxis: 'Von der Achse',
  position: 'Antiradiäre Position',
  ariaText: (from: string, mm: string) => `${from} ${mm} mm`,
  mm: 'mm',
  noDistance: 'Ungültiger Abstand',
  notDistance: (typed: string) =>
    `„${typed}“ ist kein Abstand. Geben Sie Millimeter von der Mamille entlang der radiären Linie ein.`,
} satisfies Translation<typeof antiradialTexts>;
