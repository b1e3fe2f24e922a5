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
  readonly of: unknown;
  readonly createActor: () => vtkActor;
  readonly shown?: ShownMesh;
}

/** Requested meshes and images of a scene, and their actors. */
export class SceneActors {
  readonly #present = new Map<string, { readonly actor: vtkActor; readonly of: unknown }>();
  meshes: readonly ShownMesh[] = [];
  images: readonly SceneImage[] = [];

  /**
   * First actor, typed for the library's tools, which only check that there is something to draw.
   */
  get first(): { readonly actor: vtkVolume } | undefined {
    return [...this.#present.values()][0] as unknown as { readonly actor: vtkVolume } | undefined;
  }

  /** Forgets the actors of a lost context; the requests stay. */
  clear(): void {
    this.#present.clear();
  }

  /** Adds requested actors to the scene and removes all others. */
  sync(renderer: vtkRenderer): void {
    const requested = new Map<string, RequestedActor>();
    for (const shown of this.meshes) {
      requested.set(shown.id, { of: shown.mesh, createActor: () => meshActor(shown), shown });
    }
    for (const shown of this.images) {
      requested.set(shown.id, { of: shown, createActor: () => imageActor(shown) });
    }
    for (const [id, { actor, of }] of this.#present) {
      if (requested.get(id)?.of === of) continue;
      renderer.removeActor(actor);
      this.#present.delete(id);
    }
    for (const [id, { of, createActor, shown }] of requested) {
      const present = this.#present.get(id);
      if (present === undefined) {
        const actor = createActor();
        renderer.addActor(actor);
        this.#present.set(id, { actor, of });
      } else if (shown !== undefined) styleMesh(present.actor, shown);
    }
  }
}
