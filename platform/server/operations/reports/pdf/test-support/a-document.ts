import type { DocumentFinding, DocumentSide, ReportDocument } from '../document/report-document.ts';

/** Returns a signed report of the left breast with some findings. */
export function aDocument(overrides: Partial<ReportDocument> = {}): ReportDocument {
  return {
    language: 'en',
    timeZone: 'Europe/Vienna',
    site: { organization: 'Example Clinic', name: 'Breast Centre', logoPng: null },
    number: 3,
    state: 'SIGNED',
    changedAt: '2026-11-28T16:14:05.123Z',
    patient: {
      lastName: 'Example',
      firstName: 'Ann',
      code: 'P-1234',
      birthDate: '1970-02-28',
      sex: 'Female',
    },
    study: {
      accessionNumber: 'A-77',
      day: '2026-11-27',
      indications: ['A lump that can be felt', 'Dense breasts'],
    },
    texts: {
      indication: 'Palpable lump in the left breast.',
      technique: 'Automated ultrasound of both breasts, about the nipple axis.',
      comparison: 'None.',
      correlation: '',
      impression: 'One solid mass of low suspicion in the left breast.',
    },
    breasts: [
      {
        side: 'R',
        category: {
          code: '2',
          label: 'Benign',
          likelihood: 'about 0 %',
          management: 'Routine screening',
        },
        density: 'Heterogeneously dense',
        text: 'No suspicious finding.',
      },
      {
        side: 'L',
        category: {
          code: '4A',
          label: 'Low suspicion of malignancy',
          likelihood: 'over 2 % to 10 %',
          management: 'Tissue diagnosis',
        },
        density: 'Scattered fibroglandular tissue',
        text: 'One mass at 2 o’clock.',
      },
    ],
    density: 'Heterogeneously dense',
    findings: someFindings(1),
    removedFindingTexts: [],
    recommendations: [
      { side: 'Left', label: 'Biopsy, guided by imaging', text: 'Core biopsy of L 1.' },
    ],
    followUpMonths: 6,
    signature: {
      name: 'Rea Reader',
      jobTitle: 'MD',
      at: '2026-11-28T16:14:05.123Z',
      hash: '0123456789abcdef'.repeat(4),
    },
    addenda: [],
    ...overrides,
  };
}

/** Returns findings spread over both breasts, the first in the left breast at 2 o'clock. */
export function someFindings(
  count: number,
  overrides: Partial<DocumentFinding> = {},
): readonly DocumentFinding[] {
  const numbers: Record<DocumentSide, number> = { R: 0, L: 0 };
  return Array.from({ length: count }, (_, idx) => {
    const side = idx % 2 === 0 ? 'L' : 'R';
    numbers[side] += 1;
    const hour = ((idx * 5 + 1) % 12) + 1;
    const distanceMm = 12 + ((idx * 17) % 60);
    return {
      id: `finding-${idx}`,
      side,
      name: `${side} ${numbers[side]}`,
      mapName: String(numbers[side]),
      place: `${hour} o’clock, upper outer, ${distanceMm} mm from the nipple, 14 mm below the skin`,
      mapPlace: { clockDeg: hour * 30, distanceMm },
      size: '12.4 × 9.4 × 8.0 mm',
      category: 'BI-RADS 4A',
      recommendations: ['Ultrasound'],
      images: [],
      text: 'An oval, hypoechoic mass, parallel to the skin, with circumscribed margins.',
      ...overrides,
    };
  });
}
