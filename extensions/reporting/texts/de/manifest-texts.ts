/** German texts of the manifest. */
export const manifest = {
  title: 'Befundbericht',
  description: 'Reserviert für den BI-RADS-Befund. Diese Version erstellt keine Befunde.',
  titles: {},
};
