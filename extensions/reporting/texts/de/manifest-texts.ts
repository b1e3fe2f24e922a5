/** German texts of the manifest. */
export const manifest = {
  title: 'Befundbericht',
  description:
    'Schreibt den BI-RADS-Befund neben den Bildern: Merkmale, Kategorien, Text, Prüfungen, Signatur, Nachträge und PDF. Zeigt fällige Verlaufskontrollen und Statistiken für das Audit eines Standorts.',
  titles: {
    'reporting.panel': 'Befund',
    'reporting.open': 'Zum Befund',
    'reporting.full-page': 'Befund auf der ganzen Seite',
    'reporting.finish-and-next': 'Abschließen und nächste öffnen',
    'reporting.follow-up': 'Verlaufskontrollen',
    'reporting.statistics': 'Befundstatistik',
    'reporting.reader-study': 'Fall',
    'reporting.reader-studies': 'Leserstudien',
  },
  searchWords: {
    'reporting.open': 'Bericht Merkmale Kategorie BI-RADS',
    'reporting.full-page': 'Bericht vergrößern',
    'reporting.finish-and-next': 'nächste Studie Fall Arbeitsliste vorläufig fertig',
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
    letter: {
      title: 'Texte der Briefe an Patientinnen',
      description:
        'Texte je Sprache und ID anstelle der eingebauten, mit Platzhaltern wie {date} (docs/administration.md).',
    },
    letterCategories: {
      title: 'Kategorien mit Brief ohne Rückfrage',
      description:
        'Ohne Einstellung 0, 1, 2 und 3. Bei den anderen rät die Seite zu einem Gespräch und fragt nach.',
    },
    letterContact: {
      title: 'Kontakt in Briefen an Patientinnen',
      description: 'Telefonnummer oder Adresse für Fragen.',
    },
    letterDensity: {
      title: 'Dichte in Briefen an Patientinnen',
      description: 'Briefe erklären, ob das Brustgewebe dicht ist.',
    },
    textBlocks: {
      title: 'Textbausteine des Standorts',
      description:
        'Texte, die ein Kürzel in Befunde einfügt, mit Platzhaltern wie {clock} (docs/administration.md).',
    },
    dictation: {
      title: 'Diktat',
      description:
        'Textfelder des Befunds erhalten ein Mikrofon. Manche Browser senden den Ton zur Erkennung an ihren Hersteller.',
    },
  },
};
