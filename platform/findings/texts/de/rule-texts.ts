import { formatNumber, plural, type Translation } from '#foundation';
import type { ruleTexts } from '../rule-texts.ts';

export const findingRules = {
  mark: {
    incomplete: {
      title: 'Die Markierung ist nicht vollständig',
      detail: (type: string, needed: string, points: number) =>
        `${type} braucht ${needed}; die Markierung hat ${points}.`,
      points: (minimum: number, maximum: number) => {
        if (minimum === maximum) return minimum === 1 ? 'einen Punkt' : `${minimum} Punkte`;
        return `mindestens ${minimum} Punkte`;
      },
      next: 'Zeichnen Sie die Markierung erneut.',
    },
    emptyText: {
      title: 'Die Textmarkierung ist leer',
      detail: (mark: string) => `Markierung ${mark} hat keinen Text.`,
      next: 'Geben Sie einen Text ein.',
    },
    tooShort: {
      title: 'Die Länge ist zu kurz',
      detail: (minimumMm: number) => `Sie ist kürzer als ${minimumMm} mm.`,
      next: 'Ziehen Sie von einem Rand der Läsion zum anderen.',
    },
    notRectangular: {
      title: 'Das Bild der Markierung ist kein Rechteck',
      detail: (mark: string) =>
        `Die Richtungen nach rechts und unten von Markierung ${mark} sind keine senkrechten Einheitsvektoren.`,
      next: 'Zeichnen Sie die Markierung erneut.',
    },
    offPlane: {
      title: 'Die Punkte der Markierung liegen nicht in einer Ebene',
      detail: (distanceMm: number) =>
        `Ein Punkt ist ${formatNumber(distanceMm, { maximumFractionDigits: 1 })} mm von dem Bild durch ihre Mitte entfernt.`,
      next: 'Verwenden Sie Punkte in einer Schicht oder eine andere Ebene.',
    },
    outside: {
      title: 'Ein Teil der Markierung liegt außerhalb des Bildes',
      detail: (mark: string) => `Markierung ${mark} hat einen Punkt außerhalb von 0–1.`,
      next: 'Zeichnen Sie innerhalb des Bildes.',
    },
    angleOutsideCircle: {
      title: 'Der Winkel der Markierung liegt außerhalb des Kreises',
      detail: (mark: string) =>
        `Der Ebenenwinkel von Markierung ${mark} liegt nicht zwischen 0° und unter 360°.`,
      next: 'Zeichnen Sie die Markierung erneut.',
    },
    contradictsPlane: {
      title: 'Das Bild der Markierung widerspricht seiner Ebene',
      detail: (mark: string) =>
        `Richtung oder Position des Bildes von Markierung ${mark} ist nicht die seiner Ebene.`,
      next: 'Zeichnen Sie die Markierung erneut.',
    },
    largerThanVolume: {
      title: 'Das Bild der Markierung ist größer als das Volumen',
      detail: (mark: string) => `Kein Bild des Scans ist so groß wie das von Markierung ${mark}.`,
      next: 'Zeichnen Sie die Markierung erneut.',
    },
    outsideVolume: {
      title: 'Ein Teil der Markierung liegt außerhalb des Volumens',
      detail: (mark: string) =>
        `Markierung ${mark} hat einen Punkt, an dem der Scan kein Bild hat.`,
      next: 'Zeichnen Sie innerhalb des Volumens.',
    },
    duplicate: {
      title: 'Diese Markierung gibt es bereits',
      detail: (mark: string) => `Markierung ${mark} gehört zu einer anderen Läsion.`,
      next: 'Zeichnen Sie die Markierung erneut.',
    },
  },
  nipple: {
    title: 'Die Mamille kann hier nicht markiert werden',
    noLocation: 'Die Position der Mamille fehlt.',
    noImageNumber: 'Das Bild hat keine Nummer.',
    next: 'Setzen Sie zuerst die Mamille.',
  },
  group: {
    notesTooLong: {
      title: 'Die zusammengefassten Notizen sind zu lang',
      next: 'Kürzen Sie eine davon.',
    },
    deleted: {
      title: 'Eine der Läsionen ist gelöscht',
      next: 'Wählen Sie andere Läsionen.',
    },
    sameFinding: {
      title: 'Eine Läsion kann nicht mit sich selbst gruppiert werden',
      next: 'Wählen Sie eine andere Läsion.',
    },
    differentScans: {
      title: 'Die Läsionen gehören zu verschiedenen Scans',
      next: 'Gruppieren Sie Läsionen eines Scans.',
    },
    notUserGenerated: {
      title: 'Die zu gruppierende Läsion ist nicht von einer Person',
      next: 'Bearbeiten Sie zuerst eine Kopie der KI-Läsion.',
    },
    conflict: {
      title: 'Die Läsionen haben verschiedene Werte',
      next: 'Wählen Sie für jeden Unterschied einen Wert.',
    },
  },
  ungroup: {
    notUserGenerated: {
      title: 'Die zu trennende Läsion ist nicht von einer Person',
      detail: (generator: string) => `Sie stammt von ${generator}.`,
      next: 'Bearbeiten Sie zuerst eine Kopie der KI-Läsion.',
    },
    singleMark: {
      title: 'Eine Läsion mit einer einzigen Markierung kann nicht getrennt werden',
      detail: (marks: number) => `Sie hat ${plural(marks, 'Markierung', 'Markierungen')}.`,
      next: 'Sie müssen nichts tun.',
    },
  },
} satisfies Translation<typeof ruleTexts>;
