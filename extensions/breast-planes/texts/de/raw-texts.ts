import type { Translation } from '#foundation';
import type { rawTexts } from '../raw-texts.ts';

export const raw = {
  sweeps: { CEN: 'Zentral', PER: 'Peripher' },
  title: { CEN: 'Zentrale Rohbilder', PER: 'Periphere Rohbilder' },
  view: (sweep: string, scan: string) => `Rohbilder ${sweep}, ${scan}`,
  imageLabel: (sweep: string) =>
    `Rohbild ${sweep}; Pfeiltasten gehen durch die Winkel, die Leertaste spielt ab, ein Doppelklick zeigt die Stelle in den Ebenen`,
  angle: (sweep: string) => `Winkel des Rohbildes ${sweep}`,
  notAngle: (typed: string) =>
    `„${typed}“ ist kein Winkel. Geben Sie eine Uhrzeit ein, zum Beispiel 10:30 oder 3, oder Grad, zum Beispiel 315° oder 315 Grad.`,
  noAngle: 'Ungültiger Winkel',
  none: (sweep: string) => `Dieser Scan hat keine Rohbilder ${sweep}.`,
  missing: (gaps: readonly string[]) => `Fehlende Bilder: ${gaps.join(', ')}`,
  gap: (firstDeg: number, lastDeg: number, frames: number) =>
    frames === 1 ? `bei ${firstDeg}°` : `${firstDeg}°–${lastDeg}° (${frames})`,
  notThere: (requested: number, shown: number) =>
    `Kein Bild bei ${requested}°; das nächste liegt bei ${shown}°.`,
  axis: 'Achse',
  mm: (figure: string) => `${figure} mm`,
  noGeometry: 'keine Position: die Datei enthält keine Geometrie',
  jump: {
    noRaw: 'Dieser Scan hat keine Rohbilder.',
    noPlanes: 'Das Volumen dieses Scans ist nicht geladen.',
    noPoint: 'Zeigen Sie zuerst auf ein Rohbild.',
    outside: 'Der Punkt liegt außerhalb des Volumens. Die Ebenen zeigen die nächste Stelle.',
    invalid: (input: string) => `Punkt in einem Bild erwartet, erhalten: ${input}.`,
    unknownPreset: (input: string) =>
      `front, left, right, head oder feet erwartet, erhalten: ${input}.`,
  },
  geometry: {
    title: 'Die Position dieses Bildes ist unbekannt',
    next: 'Sehen Sie es ohne Positionen und Markierungen an. Wenn das alle Bilder betrifft, wenden Sie sich an die Administration.',
    halfPlanesOnly: 'Nur Halbebenen ab der Achse nach außen werden unterstützt',
    contradiction: 'Die Achsenspalte passt nicht zur ersten Linie und zum Linienabstand',
    notRead: (key: string) => `${key} im Header konnte nicht gelesen werden.`,
    invalidField: (field: string, reason: string) => `Ungültiger Header (${field}): ${reason}.`,
    entireHeader: 'alle Felder',
    otherSide: (headerSide: string, scan: string) =>
      `Seiten stimmen nicht überein: Header ${headerSide}, Scan ${scan}. Befunden Sie dieses Bild nicht.`,
    otherAngles: 'Header und Scan zählen Winkel verschieden.',
  },
} satisfies Translation<typeof rawTexts>;
