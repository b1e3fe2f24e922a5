import type vtkActor from '@kitware/vtk.js/Rendering/Core/Actor';
import type vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer';
import type vtkVolume from '@kitware/vtk.js/Rendering/Core/Volume';
import {
  imageActor,
  meshActor,
  type SceneImage,
  type ShownMesh,
  styleMesh,
} from './space-actors.ts';

/** Content of a rendered image: the volume (null for none) and the number of meshes. */
export interface SceneContent {
  readonly volumeId: string | null;
  readonly meshes: number;
}

interface RequestedActor {
  /** Mesh or image that the actor draws; another object requires a new actor. */
  readonly source: unknown;
  readonly createActor: () => vtkActor;
  /** Mesh whose style is applied to an existing actor; absent for images. */
  readonly shown?: ShownMesh;
}

/** Meshes and images that a scene has to show, and their actors. */
export class SceneActors {
  readonly #present = new Map<string, { readonly actor: vtkActor; readonly source: unknown }>();
  meshes: readonly ShownMesh[] = [];
  images: readonly SceneImage[] = [];

  /**
   * First actor, for the library's tools, which only check that the scene has an actor. Declared as
   * a volume, because the library's type requires one.
   */
  get first(): { readonly actor: vtkVolume } | undefined {
    return [...this.#present.values()][0] as unknown as { readonly actor: vtkVolume } | undefined;
  }

  /** Drops the actors of a lost WebGL context; keeps the requested meshes and images. */
  clear(): void {
    this.#present.clear();
  }

  /** Adds requested actors to the scene and removes all others. */
  sync(renderer: vtkRenderer): void {
    const requested = new Map<string, RequestedActor>();
    for (const shown of this.meshes) {
      requested.set(shown.id, { source: shown.mesh, createActor: () => meshActor(shown), shown });
    }
    for (const shown of this.images) {
      requested.set(shown.id, { source: shown, createActor: () => imageActor(shown) });
    }
    for (const [id, { actor, source }] of this.#present) {
      if (requested.get(id)?.source === source) continue;
      renderer.removeActor(actor);
      this.#present.delete(id);
    }
    for (const [id, { source, createActor, shown }] of requested) {
      const present = this.#present.get(id);
      if (present === undefined) {
        const actor = createActor();
        renderer.addActor(actor);
        this.#present.set(id, { actor, source });
      } else if (shown !== undefined) styleMesh(present.actor, shown);
    }
  }
}
