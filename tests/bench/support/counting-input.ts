import type { Locator, Page } from 'playwright-core';
import type { ScanSide } from '#contracts';
import {
  imageFrame,
  mmToImage,
  mmToPosition,
  type PlanePosition,
  positionToMm,
  type Vec3,
  type VolumePlane,
} from '#geometry';
import { aVolume, ball } from '#testing';
import { drag, spotOf } from '../../e2e/support/reading/reading.ts';
import type { TestRecords } from '../../e2e/support/reading/test-records.ts';
import { type Figure, machine } from './figure.ts';

export const POSITION: PlanePosition = { sag: 0, tra: 0, depth: 20, rad: 45 };
/**
 * Lesions that the coronals of a newly opened case show and the other planes, which pass through the
 * nipple, do not.
 */
export const POSITIONS: Readonly<Record<ScanSide, PlanePosition>> = {
  R: { sag: -12, tra: 8, depth: 22, rad: 0 },
  L: { sag: 14, tra: -9, depth: 22, rad: 0 },
};
const LESION_MM = 6;

/** Counts actions: every click, double click, key and drag is one. */
export class CountingInput {
  readonly actions: string[] = [];
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(name: string): Promise<void> {
    this.actions.push('double click on the row');
    await this.page.getByRole('row', { name }).dblclick();
  }

  /** Presses a control of the page. */
  async press(what: string, control: Locator): Promise<void> {
    this.actions.push(`press ${what}`);
    await control.click();
  }

  /** Types a whole text into the field that has the focus; counts as one action. */
  async typeText(what: string, text: string): Promise<void> {
    this.actions.push(`type ${what}`);
    await this.page.keyboard.type(text);
  }

  async pressKey(key: string): Promise<void> {
    this.actions.push(`key ${key}`);
    await this.page.keyboard.press(key);
  }

  /** Draws a horizontal length across the lesion. */
  async drawLength(plane: VolumePlane, position = POSITION): Promise<void> {
    this.actions.push(`drag in ${plane}`);
    const { geometry, centreMm } = lesion(position);
    const { x, y, pxPerMm } = await spotOf(this.page, geometry, null, plane, centreMm);
    const half = LESION_MM * pxPerMm;
    await drag(this.page, plane, { x: x - half, y }, { x: x + half, y });
  }

  /** Draws a horizontal length across the lesion in one of the two coronals. */
  async drawLengthInCoronal(side: ScanSide): Promise<void> {
    this.actions.push(`drag in the coronal of ${side}`);
    const view = this.page.locator(`[data-cell=${side === 'R' ? 'right' : 'left'}]`);
    const box = await view.getByTestId('image-COR').boundingBox();
    const shown = await view.locator('[data-drawn]').getAttribute('data-drawn');
    if (box === null || shown === null) throw new Error(`No coronal of ${side}`);
    // The fifth value of `data-drawn` is the scale.
    const pxPerMm = Number(shown.split(' ')[4]);
    const { geometry, centreMm } = lesion(POSITIONS[side]);
    const position = mmToPosition(geometry, null, centreMm, 0);
    const frame = imageFrame(geometry, 'COR', null, position);
    const { u, v } = mmToImage(frame, centreMm);
    const x = box.x + box.width / 2 + (u - 0.5) * frame.widthMm * pxPerMm;
    const y = box.y + box.height / 2 + (v - 0.5) * frame.heightMm * pxPerMm;
    const { mouse } = this.page;
    await mouse.move(x - LESION_MM * pxPerMm, y);
    await mouse.down();
    await mouse.move(x, y, { steps: 4 });
    await mouse.move(x + LESION_MM * pxPerMm, y, { steps: 4 });
    await mouse.up();
  }
}

export function figureOf(
  name: string,
  input: CountingInput,
  target: string,
  against: Figure['against'],
  way = { from: 'the list of patients', to: 'stored by the server' },
): Figure {
  const count = input.actions.length;
  const more = { actions: input.actions, ...way };
  const spread: Figure['spread'] = [count, count];
  return {
    name,
    figure: count,
    unit: 'actions',
    target,
    against,
    runs: 1,
    spread,
    machine: machine(),
    more,
  };
}

function lesion(position: PlanePosition) {
  const { geometry } = aVolume({ sizes: [80, 48, 80] });
  const centreMm = positionToMm(geometry, position);
  return { geometry, centreMm };
}

/**
 * Creates a patient with one study and a scan of each side.
 * @returns the ids of the scans in that order
 */
export async function createPatientWithScans(
  records: TestRecords,
  lastName: string,
  sides: readonly ScanSide[],
  positions: Readonly<Record<ScanSide, PlanePosition>> = { R: POSITION, L: POSITION },
): Promise<readonly string[]> {
  const studyId = await records.study(await records.patient(lastName));
  const ids: string[] = [];
  for (const side of sides) {
    const { centreMm } = lesion(positions[side]);
    const volume = aVolume({
      sizes: [80, 48, 80],
      paint: ball(centreMm as Vec3, LESION_MM, 30, 120),
    });
    ids.push((await records.scan(studyId, side, volume)).id);
  }
  return ids;
}
