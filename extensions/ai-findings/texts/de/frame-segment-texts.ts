import { formatFixed, type Translation } from '#foundation';
import type { frameSegmentTexts } from '../frame-segment-texts.ts';

export const segmentFrame: Translation<typeof frameSegmentTexts> = {
  layer: 'KI-Segmentierung in einem einzelnen Bild (noch nicht übernommen)',
  frame: (image) => `Bild ${image}`,
  planes: {
    TRA: 'einer transversalen Schicht',
    SAG: 'einer sagittalen Schicht',
    RAD: 'einer radialen Schicht',
  },
  note: (cm2, place) => `KI-Segmentierung: Fläche ${cm2} cm² in ${place}`,
  size: (across, down) => `${across} × ${down} mm`,
  area: (cm2, place) => `Fläche ${cm2} cm² in ${place}`,
  noVolume:
    'Breite und Tiefe in diesem Bild. Ein einzelnes Bild zeigt weder die dritte Größe noch das Volumen.',
  oneSlice:
    'Die Schichten um diesen Punkt stimmen nicht überein, daher ist nur diese Schicht umrandet: Breite und Tiefe, weder die dritte Größe noch das Volumen.',
  hint: 'Ein Klick außerhalb der Kontur nimmt Gewebe hinzu (+), ein Klick innerhalb entfernt es (−). Ein neues Rechteck beginnt von vorn.',
  border: 'Rand',
  shift: (shift) =>
    shift === 0
      ? 'wie gefunden'
      : `${shift > 0 ? '+' : '−'}${formatFixed(Math.abs(100 * shift), 0)} %`,
  weak: (percent) =>
    `Das Modell ist innerhalb der Kontur nur zu ${formatFixed(percent, 0)} % sicher: Prüfen Sie den Rand.`,
  measured:
    'An öffentlichen 2D-Bildern anderer Geräte trainiert und gemessen. Prüfen Sie die Kontur, bevor Sie sie übernehmen.',
};
