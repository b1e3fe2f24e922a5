import { fail, ok, problem, problemOf, type Result } from '#foundation';
import { frameSegmentationTexts } from '../texts/frame-segmentation-texts.ts';
import { type SegmenterCard, segmenterCardSchema } from './segmenter-card.ts';
import type { SegmenterSession } from './segmenter-session.ts';

/** A loaded model and its card. */
export interface FrameModel {
  readonly session: SegmenterSession;
  readonly card: SegmenterCard;
}

/**
 * Opens a model whose bytes have the hash of its card. Fails with SEGMENTER_INVALID. The hash needs a
 * secure context in browsers (HTTPS or loopback).
 */
export async function openFrameModel(
  card: unknown,
  model: Uint8Array<ArrayBuffer>,
  openSession: (model: Uint8Array) => Promise<SegmenterSession>,
): Promise<Result<FrameModel>> {
  const texts = frameSegmentationTexts.model;
  try {
    const parsed = segmenterCardSchema.parse(card);
    const digest = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', model));
    const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    if (hash !== parsed.weightsSha256) {
      const detail = texts.hash(parsed.weightsSha256, hash);
      return fail(problem('SEGMENTER_INVALID', texts.title, detail, texts.next));
    }
    return ok({ session: await openSession(model), card: parsed });
  } catch (thrown) {
    return fail(problemOf(thrown, 'SEGMENTER_INVALID', texts.title, texts.next));
  }
}
