import { formatFixed, type Translation } from '#foundation';
import type { frameSegmentationTexts } from '../frame-segmentation-texts.ts';

const range = (value: number, min: number, max: number): string =>
  `${formatFixed(value, 3)}; die Trainingsbilder haben ${formatFixed(min, 3)}–${formatFixed(max, 3)}`;

export const frameSegmentation = {
  outside: {
    title: 'Außerhalb des Einsatzbereichs des Modells',
    next: 'Umfahren Sie die Läsion mit dem Freihandwerkzeug.',
    size: (width: number, height: number, min: number, max: number) =>
      `Das Bild hat ${width} × ${height} Pixel. Das Modell braucht Seiten von ${min}–${max} Pixeln.`,
    colour: (percent: number) =>
      `${percent} % des Bildes sind farbig. Das Modell wurde mit Graustufenbildern trainiert.`,
    grey: {
      mean: (value: number, min: number, max: number) =>
        `Mittlerer Grauwert ${range(value, min, max)}.`,
      deviation: (value: number, min: number, max: number) =>
        `Standardabweichung der Grauwerte ${range(value, min, max)}.`,
      gradient: (value: number, min: number, max: number) =>
        `Unterschied benachbarter Grauwerte ${range(value, min, max)}.`,
    },
    noLesion: 'Das Modell findet an dieser Stelle keine Läsion.',
    area: (percent: number) =>
      `Das Ergebnis bedeckt ${formatFixed(percent, 1)} % des Bildes, anders als jede Läsion der Trainingsbilder.`,
  },
  image: {
    title: 'Das Bild kann nicht gelesen werden',
    next: 'Umfahren Sie die Läsion mit dem Freihandwerkzeug.',
  },
  click: {
    title: 'Der Punkt liegt außerhalb des Bildes',
    detail: (width: number, height: number) => `Das Bild hat ${width} × ${height} Pixel.`,
    next: 'Klicken Sie in die Läsion.',
  },
  failed: {
    title: 'Die Segmentierung ist fehlgeschlagen',
    next: 'Versuchen Sie es erneut. Schlägt es wieder fehl, umfahren Sie die Läsion mit dem Freihandwerkzeug.',
    ended: 'Das Bild wurde geschlossen.',
  },
  model: {
    title: 'Das Segmentierungsmodell kann nicht geladen werden',
    next: 'Laden Sie die Seite neu. Schlägt es wieder fehl, wenden Sie sich an Ihre Administration.',
    hash: (expected: string, actual: string) =>
      `Die Datei hat SHA-256 ${actual}, ihre Karte nennt ${expected}.`,
  },
} satisfies Translation<typeof frameSegmentationTexts>;
