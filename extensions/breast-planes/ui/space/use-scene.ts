import { type RefObject, useEffect, useState } from 'react';
import { type Disposable, messageOf, type Problem, problem } from '#foundation';
import { DEFAULT_ORIENTATION } from '../../model/space/space-camera.ts';
import type { SceneContent } from '../../rendering/space/scene-actors.ts';
import type { SceneExtent, SceneProjection } from '../../rendering/space/scene-camera.ts';
import type { SpaceScene } from '../../rendering/space/space-scene.ts';
import { imageTexts } from '../../texts/image-texts.ts';
import { useFirstOfKey } from '../shared/use-first-of-key.ts';

export interface Scene {
  /** Null until the drawing library is loaded. */
  readonly scene: SpaceScene | null;
  /** Projection of the last finished image; null before the first image. */
  readonly projection: SceneProjection | null;
  /** Content of the last finished image. */
  readonly content: SceneContent;
  readonly contextLost: boolean;
  readonly problem: Problem | null;
  /** Shows a problem until the next retry. */
  fail(cause: Problem): void;
  /** Creates the scene again. */
  retry(): void;
}

/** A failure of one attempt; a later attempt hides it. */
interface Failure {
  readonly attempt: number;
  readonly problem: Problem;
}

const EMPTY_CONTENT: SceneContent = { volumeId: null, meshes: 0 };

/** Creates a scene in the host element; loads the drawing library with the first scene. */
export function useScene(host: RefObject<HTMLDivElement | null>): Scene {
  const [scene, setScene] = useState<SpaceScene | null>(null);
  const [projection, setProjection] = useState<SceneProjection | null>(null);
  const [content, setContent] = useState<SceneContent>(EMPTY_CONTENT);
  const [contextLost, setContextLost] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    let cancelled = false;
    let created: SpaceScene | null = null;
    let subscription: Disposable | null = null;
    const start = async (): Promise<void> => {
      const { SpaceScene: SceneClass } = await import('../../rendering/space/space-scene.ts');
      if (cancelled) return;
      created = new SceneClass();
      subscription = created.on((event) => {
        if (event.kind === 'rendered') {
          setProjection(event.projection);
          const { volumeId, meshes } = event.content;
          setContent((current) =>
            current.volumeId === volumeId && current.meshes === meshes ? current : event.content,
          );
        }
        if (event.kind === 'failed') setFailure({ attempt, problem: event.problem });
        if (event.kind === 'context-lost') setContextLost(true);
        if (event.kind === 'context-restored') setContextLost(false);
      });
      const attached = await created.attach(element);
      if (cancelled) return;
      if (attached.ok) setScene(created);
      else setFailure({ attempt, problem: attached.problem });
    };
    start().catch((thrown: unknown) => {
      if (!cancelled) setFailure({ attempt, problem: libraryMissing(messageOf(thrown)) });
    });
    const observer = new ResizeObserver(() => created?.resize());
    observer.observe(element);
    return () => {
      cancelled = true;
      observer.disconnect();
      subscription?.dispose();
      created?.dispose();
      setScene(null);
      setProjection(null);
      setContent(EMPTY_CONTENT);
    };
  }, [host, attempt]);
  return {
    scene,
    projection,
    content,
    contextLost,
    problem: failure?.attempt === attempt ? failure.problem : null,
    fail: (cause) => setFailure({ attempt, problem: cause }),
    retry: () => setAttempt((count) => count + 1),
  };
}

/** Shows the whole extent when it becomes known, and again when the extent changes. */
export function useInitialCamera(
  scene: SpaceScene | null,
  extent: SceneExtent | null,
  ready: boolean,
): void {
  const key = extent === null ? '' : [...extent.centreMm, extent.radiusMm].join(' ');
  const shownExtent = useFirstOfKey(key, extent);
  useEffect(() => {
    if (scene !== null && shownExtent !== null && ready) {
      scene.show(DEFAULT_ORIENTATION, shownExtent);
    }
  }, [scene, shownExtent, ready]);
}

const libraryMissing = (detail: string) =>
  problem(
    'DRAWING_LIBRARY_MISSING',
    imageTexts.drawing.notLoaded,
    detail,
    imageTexts.drawing.nextLoad,
    'breast-planes',
  );
