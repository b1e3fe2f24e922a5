import type vtkActor from '@kitware/vtk.js/Rendering/Core/Actor';
import type vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer';
import type vtkVolume from '@kitware/vtk.js/Rendering/Core/Volume';
import {
  dressMesh,
  meshActor,
  pictureActor,
  type ShownMesh,
  type ShownPicture,
} from './space-actors.ts';

/** What is in a picture of a scene: the volume, null for none, and how many meshes. */
export interface SceneContent {
  readonly volumeId: string | null;
  readonly meshes: number;
}

interface Wanted {
  readonly of: unknown;
  readonly make: () => vtkActor;
  readonly shown?: ShownMesh;
}

/** The meshes and pictures of a scene: what is wanted, and the actors that stand for it. */
export class SceneActors {
  readonly #present = new Map<string, { readonly actor: vtkActor; readonly of: unknown }>();
  meshes: readonly ShownMesh[] = [];
  pictures: readonly ShownPicture[] = [];

  /** One of them, as the library's tools take it: they only ask whether there is something to draw. */
  get first(): { readonly actor: vtkVolume } | undefined {
    return [...this.#present.values()][0] as unknown as { readonly actor: vtkVolume } | undefined;
  }

  /** After a lost context: the actors went with it, what is wanted stays. */
  forget(): void {
    this.#present.clear();
  }

  /** Brings what is wanted into the scene, and takes others out. */
  place(renderer: vtkRenderer): void {
    const wanted = new Map<string, Wanted>();
    for (const shown of this.meshes) {
      wanted.set(shown.id, { of: shown.mesh, make: () => meshActor(shown), shown });
    }
    for (const shown of this.pictures) {
      wanted.set(shown.id, { of: shown, make: () => pictureActor(shown) });
    }
    for (const [id, { actor, of }] of this.#present) {
      if (wanted.get(id)?.of === of) continue;
      renderer.removeActor(actor);
      this.#present.delete(id);
    }
    for (const [id, { of, make, shown }] of wanted) {
      const present = this.#present.get(id);
      if (present === undefined) {
        const actor = make();
        renderer.addActor(actor);
        this.#present.set(id, { actor, of });
      } else if (shown !== undefined) dressMesh(present.actor, shown);
    }
  }
}
