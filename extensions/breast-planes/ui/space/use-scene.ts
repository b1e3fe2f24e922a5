import { type RefObject, useEffect, useState } from 'react';
import { type Disposable, messageOf, type Problem, problem } from '#foundation';
import { FIRST_LOOK } from '../../model/space/space-camera.ts';
import type { SceneContent } from '../../rendering/space/scene-actors.ts';
import type { SceneExtent, SeenScene } from '../../rendering/space/scene-camera.ts';
import type { SpaceScene } from '../../rendering/space/space-scene.ts';
import { pictureTexts } from '../../texts/picture-texts.ts';

export interface Scene {
  /** Null until the drawing library is here. */
  readonly scene: SpaceScene | null;
  /** How the last finished picture was looked at; null before the first. */
  readonly seen: SeenScene | null;
  /** What is in that picture. */
  readonly shows: SceneContent;
  readonly lost: boolean;
  readonly problem: Problem | null;
  fail(cause: Problem): void;
  retry(): void;
}

const NOTHING: SceneContent = { volumeId: null, meshes: 0 };

/** A scene in the host element. The drawing library is loaded when the first one comes on the screen. */
export function useScene(host: RefObject<HTMLDivElement | null>): Scene {
  const [scene, setScene] = useState<SpaceScene | null>(null);
  const [seen, setSeen] = useState<SeenScene | null>(null);
  const [shows, setShows] = useState<SceneContent>(NOTHING);
  const [lost, setLost] = useState(false);
  const [failure, setFailure] = useState<Problem | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt starts from nothing
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    let left = false;
    let made: SpaceScene | null = null;
    let listening: Disposable | null = null;
    const start = async (): Promise<void> => {
      const { SpaceScene: Made } = await import('../../rendering/space/space-scene.ts');
      if (left) return;
      made = new Made();
      listening = made.on((event) => {
        if (event.kind === 'rendered') {
          setSeen(event.seen);
          const { volumeId, meshes } = event.shows;
          setShows((now) =>
            now.volumeId === volumeId && now.meshes === meshes ? now : event.shows,
          );
        }
        if (event.kind === 'failed') setFailure(event.problem);
        if (event.kind === 'context-lost') setLost(true);
        if (event.kind === 'context-restored') setLost(false);
      });
      const attached = await made.attach(element);
      if (left) return;
      if (attached.ok) setScene(made);
      else setFailure(attached.problem);
    };
    start().catch((thrown: unknown) => {
      if (!left) setFailure(libraryMissing(messageOf(thrown)));
    });
    const observer = new ResizeObserver(() => made?.resize());
    observer.observe(element);
    return () => {
      left = true;
      observer.disconnect();
      listening?.dispose();
      made?.dispose();
      setScene(null);
      setSeen(null);
      setShows(NOTHING);
    };
  }, [host, attempt]);
  return {
    scene,
    seen,
    shows,
    lost,
    problem: failure,
    fail: setFailure,
    retry: () => {
      setFailure(null);
      setAttempt((count) => count + 1);
    },
  };
}

/** Shows the whole extent when it becomes known, and again when another thing is looked at. */
export function useFirstLook(
  scene: SpaceScene | null,
  extent: SceneExtent | null,
  ready: boolean,
): void {
  const key = extent === null ? null : [...extent.centreMm, extent.radiusMm].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the extent is told by its key
  useEffect(() => {
    if (scene !== null && extent !== null && ready) scene.show(FIRST_LOOK, extent);
  }, [scene, key, ready]);
}

const libraryMissing = (detail: string) =>
  problem(
    'DRAWING_LIBRARY_MISSING',
    pictureTexts.drawing.notLoaded,
    detail,
    pictureTexts.drawing.nextLoad,
    'breast-planes',
  );
