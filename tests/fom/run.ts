import type { Fom } from './fom-figure.ts';

/** `npm run fom -- NAME`: measures accuracy and prints each figure as one line of JSON. */
const FOMS: Readonly<Record<string, () => Promise<Fom>>> = {
  'sim-snr': async () => (await import('./sim-snr.ts')).simSnr,
  'sim-response': async () => (await import('./sim-response.ts')).simResponse,
  'sim-contrast': async () => (await import('./sim-contrast.ts')).simContrast,
  'sim-hardness': async () => (await import('./sim-hardness.ts')).simHardness,
  'rec-point': async () => (await import('./rec-point.ts')).recPoint,
  'rec-volume': async () => (await import('./rec-volume.ts')).recVolume,
  'rec-ncc': async () => (await import('./rec-ncc.ts')).recNcc,
  clock: async () => (await import('./clock.ts')).clock,
  skin: async () => (await import('./skin.ts')).skin,
};

const name = process.argv[2] ?? '';
const load = FOMS[name];
if (load === undefined) {
  const known = Object.keys(FOMS).join(', ');
  console.error(`Unknown figure '${name}'. Usage: npm run fom -- NAME, with NAME one of ${known}.`);
  process.exitCode = 1;
} else {
  const fom = await load();
  for (const figure of await fom()) console.log(JSON.stringify(figure));
}
