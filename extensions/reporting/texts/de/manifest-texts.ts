/** German texts of the manifest. */
export const manifest = {
  title: 'Befundbericht',
  description:
    'Schreibt den BI-RADS-Befund neben den Bildern: Merkmale, Kategorien, Text, Prüfungen, Unterschrift, Nachträge und PDF.',
  titles: {
    'reporting.panel': 'Befund',
    'reporting.open': 'Zum Befund',
    'reporting.full-page': 'Befund auf der ganzen Seite',
  },
  searchWords: {
    'reporting.open': 'Bericht Merkmale Kategorie BI-RADS',
    'reporting.full-page': 'Bericht vergrößern',
  },
  settings: {
    language: {
      title: 'Sprache der Befunde',
      description: 'Ohne Wahl verwenden neue Befunde die Sprache der Seite.',
    },
    checks: {
      title: 'Stufen der Prüfungen',
      description:
        'Stufe je Prüfung (docs/report-checks.md). Prüfungen der falschen Seite lassen sich nicht senken.',
    },
  },
};
