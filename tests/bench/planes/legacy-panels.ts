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

/** Places the camera outside the volume; the distance does not affect an orthographic view. */
const CAMERA_DISTANCE_MM = 500;

/**
 * Creates the peer of the comparison: four orthographic panels as in the examples of the drawing
 * library.
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
      defaultOptions: { orientation: orientationOf(plane, positionAt(0).rad) },
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
  const waitUntilRendered = (panelIdxs: readonly number[]): Promise<unknown> =>
    Promise.all(
      panelIdxs.map(
        (panelIdx) =>
          new Promise((resolve) =>
            elements[panelIdx]?.addEventListener(Enums.Events.IMAGE_RENDERED, resolve, {
              once: true,
            }),
          ),
      ),
    );
  const show = async (panelIdxs: readonly number[], step: number): Promise<void> => {
    const rendered = waitUntilRendered(panelIdxs);
    const position = positionAt(step);
    const focus = positionToMm(geometry, position);
    for (const panelIdx of panelIdxs) {
      const plane = VOLUME_PLANES[panelIdx];
      const viewport = viewports[panelIdx];
      if (plane === undefined || viewport === undefined) continue;
      const { normal, up } = viewVectors(plane, position.rad);
      viewport.setCamera({
        focalPoint: [...focus],
        position: [
          focus[0] + normal[0] * CAMERA_DISTANCE_MM,
          focus[1] + normal[1] * CAMERA_DISTANCE_MM,
          focus[2] + normal[2] * CAMERA_DISTANCE_MM,
        ],
        viewPlaneNormal: [...normal],
        viewUp: [...up],
      });
      viewport.render();
    }
    await rendered;
    // Reading a pixel waits until the panel is painted.
    for (const panelIdx of panelIdxs)
      viewports[panelIdx]?.canvas.getContext('2d')?.getImageData(0, 0, 1, 1);
  };
  const allIdxs = VOLUME_PLANES.map((_, idx) => idx);
  const radialIdx = VOLUME_PLANES.indexOf('RAD');
  return { move: (step) => show(allIdxs, step), rotate: (step) => show([radialIdx], step) };
}

function orientationOf(plane: (typeof VOLUME_PLANES)[number], radDeg: number) {
  const { normal, up } = viewVectors(plane, radDeg);
  return {
    viewPlaneNormal: [...normal] as Types.Point3,
    viewUp: [...up] as Types.Point3,
  };
}
