import type { Translation } from '#foundation';
import type { rawFileTexts } from '../raw-file-texts.ts';

export const rawFiles = {
  header: {
    title: 'Der Header des Roh-Sweeps ist ungültig',
    key: (key: string, text: string) => `${key} kann nicht gelesen werden: ${text}`,
    field: (path: string, why: string) => `${path}: ${why}`,
    root: 'Header',
    invalid: 'ungültig',
    halfPlanesOnly: 'Nur Halbebenen werden unterstützt. Teilen Sie ganze Ebenen zuerst',
    contradiction: 'axisColumn passt nicht zu firstLateralMm und lateralPitchMm',
    next: 'Wiederholen Sie den Scan, oder senden Sie die Rohdatei an den Support.',
  },
  frame: {
    title: 'Ein Rohbild ist kein 8-Bit-Bild',
    detail: (sizes: string, type: string) => `Größen ${sizes}, Typ ${type}`,
    next: 'Der Scan läuft weiter. Wenden Sie sich an den Support, wenn das bei jedem Rohbild auftritt.',
  },
} satisfies Translation<typeof rawFileTexts>;
