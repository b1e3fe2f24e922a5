import { formatFixed, formatNumber, type Translation } from '#foundation';
import type { locationTexts } from '../location-texts.ts';

export const places = {
  depth: (mm: number) =>
    mm < 0 ? `${formatNumber(-mm)} mm darüber` : `Tiefe ${formatNumber(mm)} mm`,
  fromNipple: (mm: number) => `${formatNumber(mm)} mm MA`,
  fromNippleCm: (cm: number) => `${formatFixed(cm, 1)} cm MA`,
  along: (direction: string, mm: number) => `${direction} ${formatFixed(mm, 1)}`,
  noNipple: 'Mamille nicht gesetzt',
  depthFrom: (reference: string) => `Tiefe ab ${reference}`,
  depthReferences: {
    skin: 'Haut',
    'transducer-face': 'Schallkopf',
  },
  quadrants: {
    'upper outer': 'oben außen',
    'upper inner': 'oben innen',
    'lower outer': 'unten außen',
    'lower inner': 'unten innen',
    'upper central': 'oben zentral',
    'lower central': 'unten zentral',
    'outer central': 'außen zentral',
    'inner central': 'innen zentral',
    subareolar: 'retroareolär',
  },
  finding: {
    title: (details: readonly string[]) => details.join(' · '),
    at: (side: string, clock: string) => `${side} ${clock}`,
    size: (lengths: readonly string[]) => `${lengths.join(' × ')} mm`,
    unknown: 'Position unbekannt',
    setNipple: 'Mamille setzen',
  },
  planes: {
    COR: 'Koronal',
    TRA: 'Transversal',
    SAG: 'Sagittal',
    RAD: 'Radiär',
  },
  edges: { outer: 'außen', inner: 'innen' },
  position: {
    angle: 'Winkel',
    angleOffNipple: 'Winkel, neben der Mamille',
    depth: 'Tiefe ab Schallkopf',
    depthInVolume: 'Tiefe im Volumen',
    left: 'Links',
    right: 'Rechts',
    head: 'Kopf',
    foot: 'Fuß',
  },
  examples: {
    COR: 'eine Tiefe in Millimetern ein, zum Beispiel 14,5',
    TRA: 'Millimeter ein, zum Beispiel H 5 oder F 12,5',
    SAG: 'Millimeter ein, zum Beispiel L 5 oder R 12,5',
    RAD: 'eine Uhrzeit ein, zum Beispiel 10:30 oder 3, oder Grad, zum Beispiel 315° oder 315 Grad',
  },
} satisfies Translation<typeof locationTexts>;
