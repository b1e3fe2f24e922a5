import { formatFixed, type Translation } from '#foundation';
import type { engineTexts } from '../engine-texts.ts';

export const engines: Translation<typeof engineTexts> = {
  problems: {
    SEED_INVALID: {
      title: 'Der Punkt oder das Rechteck ist nicht brauchbar',
      detail:
        'Koordinaten müssen endliche Zahlen in Millimetern sein, ein Rechteck oder Radius größer als 0.',
      next: 'Klicken Sie in die Läsion, oder ziehen Sie ein Rechteck um sie.',
    },
    SEED_OUTSIDE_VOLUME: {
      title: 'Der Punkt liegt außerhalb des aufgenommenen Gewebes',
      detail: (mm) =>
        `Kein Strahl erreichte ${mm.map((value) => formatFixed(value, 1)).join(', ')} mm.`,
      next: 'Klicken Sie in die Läsion.',
    },
    LESION_NOT_FOUND: {
      title: 'Hier wurde kein Rand gefunden',
      detail: (db, minimum) =>
        `Das Gewebe ringsum ist ${formatFixed(db, 1)} dB heller; ein Rand braucht mindestens ${minimum} dB.`,
      next: 'Ziehen Sie ein Rechteck um die Läsion, oder zeichnen Sie die Kontur mit dem Freihandwerkzeug.',
    },
    SLICES_DISAGREE: {
      title: 'Hier wurde keine Kontur in 3D gefunden',
      detail: (agreeing, outlined, minimum) =>
        `Das Netz hat die Läsion in ${outlined} Schichten umrandet, ${agreeing} der Konturen stimmen überein; mindestens ${minimum} und die Hälfte müssen es.`,
      next: 'Ziehen Sie ein Rechteck um die Läsion, oder zeichnen Sie die Kontur mit dem Freihandwerkzeug.',
    },
    DYNAMIC_RANGE_UNKNOWN: {
      title: 'Der Dynamikbereich des Volumens ist unbekannt',
      detail: (db) =>
        `Die Modelle vergleichen Echos in Dezibel; der angegebene Dynamikbereich ist ${db ?? 'nicht vorhanden'}.`,
      next: 'Verwenden Sie ein Volumen, dessen Aufnahme den Dynamikbereich in dB nennt.',
    },
    VOLUME_GRID_INVALID: {
      title: 'Die Größe des Volumens widerspricht seinen Daten',
      detail: ({ sizes, spacingMm }, voxels, coverage) =>
        `${sizes.join(' × ')} Voxel von ${spacingMm.join(' × ')} mm mit ${voxels} Voxel- und ${coverage} Abdeckungsbytes.`,
      next: 'Laden Sie das Volumen neu, oder rekonstruieren Sie es.',
    },
    VOLUME_TOO_LARGE: {
      title: 'Das Volumen ist größer als jede Aufnahme einer Brust',
      detail: ({ sizes, spacingMm }) =>
        `${sizes.join(' × ')} Voxel von ${spacingMm.join(' × ')} mm.`,
      next: 'Importieren Sie das Volumen neu, mit seiner Voxelgröße in Millimetern.',
    },
  },
};
