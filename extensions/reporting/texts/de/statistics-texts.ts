import type { Translation } from '#foundation';
import type { statisticsTexts } from '../statistics-texts.ts';

export const statistics = {
  intro:
    'Signierte Studien nach dem Tag der Studie. Jeder Anteil nennt seine Zahlen und sein 95-%-Konfidenzintervall (Wilson).',
  from: 'Von',
  to: 'Bis',
  reader: 'Befundet von',
  allReaders: 'Alle',
  save: 'Als CSV speichern',
  fileName: (from: string, to: string) => `befundstatistik-${from}-${to}.csv`,
  loading: 'Die Statistik wird berechnet',
  chooseDays: 'Wählen Sie den ersten und den letzten Tag.',
  reversed: 'Der letzte Tag liegt vor dem ersten Tag.',
  empty: 'Keine Studie dieser Tage ist signiert.',
  unknown: 'unbekannt',
  unknownUser: 'Unbekannt',
  cards: {
    title: 'Kennzahlen',
    studies: 'Signierte Studien',
    breasts: (count: number) => (count === 1 ? '1 Brust' : `${count} Brüste`),
    addenda: (count: number) => `${count} mit Nachtrag`,
    kinds: (screening: number, diagnostic: number, none: number) =>
      `${screening} Screening, ${diagnostic} diagnostisch, ${none} ohne Indikation`,
    recall: 'Wiedereinbestellungsrate',
    incomplete: 'Kategorie 0 im Screening',
    time: 'Zeit bis zur Signatur',
    ppv1: 'PPV1, Wiedereinbestellung',
    ppv2: 'PPV2, Biopsie empfohlen',
    ppv3: 'PPV3, Biopsie durchgeführt',
    counts: (numerator: number, denominator: number) => `${numerator} von ${denominator}`,
    interval: (low: string, high: string) => `95-%-Intervall ${low} bis ${high}`,
    withoutOutcome: (count: number, positives: number) =>
      `${count} von ${positives} positiven Studien ohne Ergebnis`,
    noCases: 'Keine Fälle',
    p90: (time: string) => `90. Perzentil ${time}`,
    ofStudies: (count: number) => (count === 1 ? '1 Studie' : `${count} Studien`),
  },
  minutes: (minutes: string) => `${minutes} min`,
  hours: (hours: string) => `${hours} h`,
  days: (days: string) => `${days} Tage`,
  categories: {
    title: 'BI-RADS-Kategorien',
    unit: 'Zählung',
    units: { STUDY: 'Studien, schwerste Seite', BREAST: 'Jede Brust' },
    chart: 'Anzahl je BI-RADS-Kategorie',
    category: 'BI-RADS',
    months: 'Kategorien nach Monat',
    table: 'Kategorien nach Monat und befundender Person',
    month: 'Monat',
    reader: 'Befundet von',
    total: 'Summe',
    bar: (category: string, count: number) => `BI-RADS ${category}: ${count}`,
  },
  readers: {
    title: 'Befundende',
    reader: 'Befundet von',
    studies: 'Studien',
    recall: 'Wiedereinbestellungsrate',
    interval: '95-%-Intervall',
    counts: 'Zahlen',
    median: 'Median der Zeit bis zur Signatur',
    p90: '90. Perzentil',
  },
  definitions: {
    title: 'Definitionen',
    recall:
      'Wiedereinbestellungsrate: Screening-Studien mit Kategorie 0, 3, 4 oder 5 in einer der Brüste, geteilt durch alle Screening-Studien. Das Ultraschall-Screening hat keinen zweiten Schritt, der eine Kategorie 3 klären könnte; sie zählt daher als Wiedereinbestellung, wie im Audit des Screening-Ultraschalls. Die Kategorie 0 allein steht daneben.',
    screening:
      'Screening: Alle Indikationen der Studie sind dichte Brüste, Screening bei hohem Risiko oder Screening einer jungen, schwangeren oder stillenden Frau. Studien mit einer anderen Indikation sind diagnostisch. Studien ohne Indikation gehören zu keiner der Gruppen.',
    study:
      'Eine Studie zählt mit ihrer schwersten Seite, in der Reihenfolge 5, 4C, 4B, 4A, 0, 6, 3, 2, 1; eine Brust zählt mit ihrer eigenen Kategorie.',
    reader: 'Es zählt, wer den Befund signiert hat, nicht die Nachträge.',
    time: 'Zeit bis zur Signatur: vom Speichern des ersten Volumens des letzten Scans bis zur ersten Signatur. Ohne Volumen zählt die Zeit der Aufnahme oder des Imports.',
    ppv1: 'PPV1: wiedereinbestellte Screening-Studien mit bösartigem Ergebnis innerhalb von 365 Tagen, geteilt durch die mit einem Ergebnis.',
    ppv2: 'PPV2: Studien der Kategorie 4 oder 5 mit bösartigem Ergebnis innerhalb von 365 Tagen, geteilt durch die mit einem Ergebnis.',
    ppv3: 'PPV3: dasselbe, geteilt durch die mit Biopsie oder Operation innerhalb von 365 Tagen.',
    outcome:
      'Nur Läsionen von Brüsten mit positiver Kategorie zählen, ohne Läsionen der Kategorie 6. Eine Studie hat ein Ergebnis, wenn eine dieser Läsionen innerhalb von 365 Tagen bösartig war oder wenn jede positive ein Ergebnis hat; ohne positive Läsion in der Brust jede ihrer Läsionen. Risikoläsionen zählen als nicht bösartig. Eine Läsion, die innerhalb von 365 Tagen gewachsen ist, hat kein Ergebnis, bis eine Biopsie oder Operation von diesem Tag an eingegeben ist. Positive Studien ohne Ergebnis bleiben außen vor und werden gezählt; viele davon machen einen PPV unzuverlässig.',
  },
} satisfies Translation<typeof statisticsTexts>;
