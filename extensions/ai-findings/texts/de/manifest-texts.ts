/** German texts of the manifest. */
export const manifest = {
  title: 'KI-Läsionen',
  description:
    'Reserviert für Modelle zur Erkennung und Segmentierung. Diese Version enthält kein Modell.',
  titles: {},
};
