import type { Translation } from '#foundation';
import type { mapTexts } from '../map-texts.ts';

export const navigationMap = {
  show: 'Navigationskarte',
  larger: 'Karte vergrößern',
  sides: { L: 'Navigationskarte der linken Brust', R: 'Navigationskarte der rechten Brust' },
  role: 'Karte',
  about:
    'Dunkelstes Gewebe in allen Tiefen, von vorn gesehen. Hell: Alle Tiefen waren auf dem Bildschirm; gedimmt: nur manche oder keine. Bilder zählen als Ganzes, auch wo der Zoom sie beschnitten hat. Ein Klick bewegt die Ebenen zum dunkelsten Gewebe dort, Pfeiltasten bewegen sie um 1 mm.',
  loading: 'Die Karte wird berechnet',
  noVolume: 'Dieser Scan hat kein Volumen',
  location: (parts: readonly string[]) => parts.join(', '),
} satisfies Translation<typeof mapTexts>;
