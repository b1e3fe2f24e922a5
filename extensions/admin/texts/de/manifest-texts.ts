/** German texts of the manifest; titles by id of the contribution. */
export const manifest = {
  title: 'Administration',
  description: 'Konten, Geräte, Erweiterungen, Aufträge, Probleme und Audit-Trail.',
  titles: {
    'admin.dashboard': 'Administration',
    'admin.register-device': 'Gerät registrieren',
  },
};
