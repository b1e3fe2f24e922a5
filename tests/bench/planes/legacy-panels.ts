import { Enums, init, RenderingEngine, type Types, volumeLoader } from '@cornerstonejs/core';
import {
  type PlanePosition,
  positionToMm,
  VOLUME_PLANES,
  type VolumeGeometry,
  viewVectors,
} from '#geometry';
import { PANEL_PX } from './bare-slice.ts';
import type { Panels } from './panels-browser.ts';

/**
 * Creates four orthographic panels as in the library's own examples: the peer of the comparison.
 */
export async function legacyPanels(
  geometry: VolumeGeometry,
  voxels: Uint8Array,
  positionAt: (step: number) => PlanePosition,
): Promise<Panels> {
  init();
  const volume = volumeLoader.createLocalVolume('legacy', {
    scalarData: voxels,
    dimensions: [...geometry.sizes],
    spacing: [...geometry.spacingMm],
    origin: [...geometry.originMm],
    direction: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    metadata: {
      FrameOfReferenceUID: 'legacy',
      Modality: 'US',
      BitsAllocated: 8,
      BitsStored: 8,
      SamplesPerPixel: 1,
      HighBit: 7,
      PhotometricInterpretation: 'MONOCHROME2',
      PixelRepresentation: 0,
      ImageOrientationPatient: [1, 0, 0, 0, 1, 0],
      PixelSpacing: [geometry.spacingMm[1], geometry.spacingMm[0]],
      Columns: geometry.sizes[0],
      Rows: geometry.sizes[1],
      voiLut: [{ windowWidth: 255, windowCenter: 127.5 }],
      VOILUTFunction: 'LINEAR',
    } as unknown as Types.Metadata,
  });
  const engine = new RenderingEngine('legacy');
  const elements = VOLUME_PLANES.map((plane) => {
    const element = document.createElement('div');
    Object.assign(element.style, { width: `${PANEL_PX}px`, height: `${PANEL_PX}px` });
    document.body.append(element);
    engine.enableElement({
      viewportId: plane,
      element,
      type: Enums.ViewportType.ORTHOGRAPHIC,
      defaultOptions: { orientation: orientation(plane, 40) },
    });
    return element;
  });
  const viewports = VOLUME_PLANES.map(
    (plane) => engine.getViewport(plane) as Types.IVolumeViewport,
  );
  for (const viewport of viewports) {
    await viewport.setVolumes([{ volumeId: volume.volumeId }]);
    viewport.setProperties({ voiRange: { lower: 0, upper: 255 } });
  }
  const rendered = (ids: readonly number[]): Promise<unknown> =>
    Promise.all(
      ids.map(
        (at) =>
          new Promise((resolve) =>
            elements[at]?.addEventListener(Enums.Events.IMAGE_RENDERED, resolve, { once: true }),
          ),
      ),
    );
  const show = async (ids: readonly number[], step: number): Promise<void> => {
    const done = rendered(ids);
    const position = positionAt(step);
    const focus = positionToMm(geometry, position);
    for (const at of ids) {
      const plane = VOLUME_PLANES[at];
      const viewport = viewports[at];
      if (plane === undefined || viewport === undefined) continue;
      const { normal, up } = viewVectors(plane, position.rad);
      viewport.setCamera({
        focalPoint: [...focus],
        position: [
          focus[0] + normal[0] * 500,
          focus[1] + normal[1] * 500,
          focus[2] + normal[2] * 500,
        ],
        viewPlaneNormal: [...normal],
        viewUp: [...up],
      });
      viewport.render();
    }
    await done;
    for (const at of ids) viewports[at]?.canvas.getContext('2d')?.getImageData(0, 0, 1, 1);
  };
  return { move: (step) => show([0, 1, 2, 3], step), rotate: (step) => show([3], step) };
}

function orientation(plane: (typeof VOLUME_PLANES)[number], radDeg: number) {
  const { normal, up } = viewVectors(plane, radDeg);
  return {
    viewPlaneNormal: [...normal] as Types.Point3,
    viewUp: [...up] as Types.Point3,
  };
}
