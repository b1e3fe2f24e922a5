/** German texts of the manifest; titles by id of the contribution, settings by name. */
export const manifest = {
  title: 'KI-Läsionen',
  description:
    'Listet die Läsionen, die Modelle vorschlagen, mit Wert und Herkunft. Sie können sie übernehmen, ablehnen oder bearbeiten.',
  titles: {
    'ai-findings.detect': 'Läsionen mit KI suchen',
    'ai-findings.open-panel': 'KI-Bereich öffnen',
    'ai-findings.accept': 'KI-Vorschlag übernehmen',
    'ai-findings.reject': 'KI-Vorschlag ablehnen',
    'ai-findings.edit': 'Kopie des KI-Vorschlags bearbeiten',
    'ai-findings.reopen': 'Entscheidung über den KI-Vorschlag zurücknehmen',
    'ai-findings.panel': 'KI',
    'ai-findings.evaluations': 'Modelle auswerten',
    'ai-findings.segment': 'KI-Segmentierung',
    'ai-findings.segment-mark': 'Markierte Läsion mit KI segmentieren',
  },
  searchWords: {
    'ai-findings.detect': 'auswerten Modell CAD Auto Detect',
    'ai-findings.open-panel': 'Vorschläge Liste',
    'ai-findings.accept': 'bestätigen annehmen',
    'ai-findings.reject': 'verwerfen Grund',
    'ai-findings.edit': 'ändern korrigieren',
    'ai-findings.reopen': 'rückgängig offen',
    'ai-findings.segment': 'Kontur Umriss Volumen Klick Rechteck',
    'ai-findings.segment-mark': 'Kontur Umriss Volumen Länge Rechteck',
  },
  settings: {
    secondReader: {
      title: 'KI als zweiter Befunder',
      description: 'Blendet KI-Läsionen aus, bis die erste Befundung einer Studie beendet ist.',
    },
    lowestScore: {
      title: 'Kleinster Wert, der gezeigt wird',
      description: 'Gilt, bis eine Person einen anderen Wert wählt.',
    },
    detectOnCompletion: {
      title: 'Läsionen in jedem rekonstruierten Volumen suchen',
      description:
        'Startet die Erkennung nach jeder 3D-Rekonstruktion. Sonst starten Befundende sie.',
    },
    proposeNippleAfterReconstruction: {
      title: 'Mamille in jedem rekonstruierten Volumen vorschlagen',
      description: 'Der Vorschlag gilt erst, wenn er bestätigt ist.',
    },
    nippleModel: {
      title: 'Eingebautes Modell für die Mamille anbieten',
      description: 'Schalten Sie es aus, wenn eine andere Erweiterung ein solches Modell anbietet.',
    },
    minimumScore: {
      title: 'Kleinster Wert, der gespeichert wird',
      description: 'Die Erkennung verwirft und zählt Vorschläge darunter.',
    },
  },
};
