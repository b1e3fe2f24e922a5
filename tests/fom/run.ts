import type { Fom } from './fom-figure.ts';

/** `npm run fom -- NAME`: measures accuracy and prints each figure as one line of JSON. */
const FOMS: Readonly<Record<string, () => Promise<Fom>>> = {
  'seg-real': async () => (await import('./seg-real.ts')).segReal,
  'seg-sim': async () => (await import('./seg-sim.ts')).segSim,
  'seg-slices': async () => (await import('./seg-slices.ts')).segSlices,
  'seg-volume': async () => (await import('./seg-volume.ts')).segVolume,
  'onnx-parity': async () => (await import('./onnx-parity.ts')).onnxParity,
  'sim-snr': async () => (await import('./sim-snr.ts')).simSnr,
  'sim-response': async () => (await import('./sim-response.ts')).simResponse,
  'sim-contrast': async () => (await import('./sim-contrast.ts')).simContrast,
  'sim-hardness': async () => (await import('./sim-hardness.ts')).simHardness,
  'rec-point': async () => (await import('./rec-point.ts')).recPoint,
  'rec-volume': async () => (await import('./rec-volume.ts')).recVolume,
  'rec-ncc': async () => (await import('./rec-ncc.ts')).recNcc,
  clock: async () => (await import('./clock.ts')).clock,
  skin: async () => (await import('./skin.ts')).skin,
  'det-froc': async () => (await import('./det-froc.ts')).detFroc,
  'det-shift': async () => (await import('./det-shift.ts')).detShift,
  'det-time': async () => (await import('./det-time.ts')).detTime,
  seg: async () => (await import('./seg.ts')).seg,
  nipple: async () => (await import('./nipple.ts')).nipple,
  places: async () => (await import('./places.ts')).places,
};

const name = process.argv[2] ?? '';
const load = FOMS[name];
if (load === undefined) {
  const known = Object.keys(FOMS).join(', ');
  console.error(`Unknown figure '${name}'. Usage: npm run fom -- NAME, with NAME one of ${known}.`);
  process.exitCode = 1;
} else {
  const fom = await load();
  for await (const figure of await fom(process.argv.slice(3))) console.log(JSON.stringify(figure));
}
