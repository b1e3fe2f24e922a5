import { type Result, unwrap } from '#foundation';
import { volumeToNrrd, writeNrrd } from '#volume';
import {
  DEFAULT_DEVICE_SETTINGS,
  DEMONSTRATION_FRAME,
  type SweepPlan,
  sweepPlans,
} from '../../model/index.ts';
import { type RawSweep, type Reconstruction, reconstruct } from '../../reconstruction/index.ts';
import { frameSimulator, type Phantom, SPEED_OF_SOUND_MPS } from '../../simulator/index.ts';

/** Degrees between frames; coarser than a recording, because the file shows the import. */
const EVERY_DEG = 2;
const VOXEL_MM = 0.5;

/** Simulates both sweeps of a breast and writes the volume as an NRRD file. Takes some seconds. */
export async function phantomFile(phantom: Phantom): Promise<Uint8Array<ArrayBuffer>> {
  const { depthMm } = DEFAULT_DEVICE_SETTINGS;
  const sweeps = sweepPlans('FULL', DEMONSTRATION_FRAME, depthMm).map((plan) =>
    sweepOf(phantom, { ...plan, clockDeg: plan.clockDeg.filter((deg) => deg % EVERY_DEG === 0) }),
  );
  const reconstructed: Result<Reconstruction> = await reconstruct(sweeps, {
    voxelMm: VOXEL_MM,
    progress: async () => undefined,
  });
  const { geometry, voxels } = unwrap(reconstructed);
  return new Uint8Array(writeNrrd(volumeToNrrd({ geometry, voxels }, {})));
}

function sweepOf(phantom: Phantom, plan: SweepPlan): RawSweep {
  const { frame, clockDeg, sweep } = plan;
  const { lines, samples, ...placement } = frame;
  const simulator = frameSimulator(phantom, frame, DEFAULT_DEVICE_SETTINGS);
  const data = new Uint8Array(lines * samples * clockDeg.length);
  for (const [idx, deg] of clockDeg.entries()) {
    data.set(simulator.frameAt(deg, idx), idx * lines * samples);
  }
  const { devSetSchemaVersion: settingsVersion, depthMm: _, ...settings } = DEFAULT_DEVICE_SETTINGS;
  const header: RawSweep['header'] = {
    schema: 1,
    plane: 'half',
    content: 'BMODE',
    side: phantom.truth.side,
    epoch: 1,
    speedOfSoundMps: SPEED_OF_SOUND_MPS,
    sweep,
    deviceAngle: { direction: 1, zeroDeg: 0 },
    clockDeg: [...clockDeg],
    settingsVersion,
    axisColumn: -frame.firstLateralMm / frame.lateralPitchMm,
    ...placement,
    ...settings,
  };
  return { header, frame, frames: clockDeg.length, data };
}
