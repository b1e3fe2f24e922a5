import { readFileSync } from 'node:fs';
import { unwrap } from '#foundation';
import {
  type FrameModel,
  openFrameModel,
} from '../../../extensions/ai-findings/segmentation2d/open-frame-model.ts';
import { openNodeSession } from '../../../extensions/ai-findings/segmentation2d/open-node-session.ts';
import type { SegmenterSession } from '../../../extensions/ai-findings/segmentation2d/segmenter-session.ts';

const WEIGHTS = 'extensions/ai-findings/segmentation2d/weights';
export const MODEL_PATH = `${WEIGHTS}/segmenter2d.onnx`;

/** Opens the committed 2D segmenter. */
export async function openModel(
  openSession: (model: Uint8Array) => Promise<SegmenterSession> = openNodeSession,
): Promise<FrameModel> {
  const card: unknown = JSON.parse(readFileSync(`${WEIGHTS}/segmenter2d.json`, 'utf8'));
  const model = Uint8Array.from(readFileSync(MODEL_PATH));
  return unwrap(await openFrameModel(card, model, openSession));
}
