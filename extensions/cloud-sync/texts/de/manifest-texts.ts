/** German texts of the manifest; titles by id of the contribution. */
export const manifest = {
  title: 'Cloud-Synchronisierung',
  description:
    'Zeigt den Status der Synchronisierung mit einem zweiten Server. Diese Version überträgt keine Daten.',
  titles: { 'cloud-sync.badge': 'Cloud-Synchronisierung' },
};
