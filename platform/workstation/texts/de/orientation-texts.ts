import type { Translation } from '#foundation';
import type { orientationTexts } from '../orientation-texts.ts';

export const orientation = {
  press: 'Drücken Sie auf den Rand, an dem dies liegt',
  skin: 'Haut',
  head: 'Kopf',
  slice: (number: number) => `Schicht ${number}`,
  edge: (slice: number, edge: string, mark: string) => `${mark} ${edge} in Schicht ${slice}`,
  edges: { top: 'oben', right: 'rechts', bottom: 'unten', left: 'links' },
  result: (skin: string, head: string, slice: number) =>
    `Haut ${skin}, Kopf ${head} in Schicht ${slice}`,
  open: 'Drücken Sie auf den Rand, an dem die Haut liegt, dann auf den Rand zum Kopf hin.',
  sameAxis:
    'Haut und Kopf brauchen verschiedene Richtungen. Drücken Sie für eines auf einen anderen Rand.',
  reading: 'Die mittleren Schichten werden gelesen …',
  correct: 'Ausrichtung korrigieren …',
  title: 'Ausrichtung korrigieren',
  text: 'Die Schichten zeigen das Volumen, wie es gespeichert ist. Drücken Sie auf die Ränder, an denen Haut und Kopf wirklich liegen. Die Voxel werden gedreht, ohne ihre Werte zu ändern, und nie gespiegelt; die Ausrichtung gilt dann als bestätigt.',
  reason: 'Grund (freiwillig)',
  unchanged:
    'Das ist die gespeicherte Ausrichtung. Bestätigen Sie sie, oder drücken Sie auf andere Ränder.',
  confirm: (label: string) => `Scan ${label} drehen`,
  turning: 'Das Volumen wird gedreht. Das kann eine Minute dauern.',
  done: (label: string) => `Ausrichtung von Scan ${label} korrigiert`,
  noSlices: 'Die Schichten lassen sich nicht zeigen. Wählen Sie die Richtungen aus den Listen.',
} satisfies Translation<typeof orientationTexts>;
