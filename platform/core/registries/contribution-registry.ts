import type { ContributionPoint, Feature } from '#contracts';
import {
  type Disposable,
  Emitter,
  fail,
  ok,
  ProblemError,
  type Result,
  toDisposable,
} from '#foundation';
import type { ExtensionContext } from './definitions.ts';
import { hostProblems } from './host-problems.ts';

/** Declaration of a contribution in a manifest, known before code is loaded. */
export interface Contribution {
  readonly id: string;
  readonly title: string;
  readonly icon?: string | undefined;
  /** Commands and tools: words other than those of the title that find it in the palette. */
  readonly searchWords?: string | undefined;
  /** Panels only: shown in the bar of every page to users with any of these features. */
  readonly everyPage?: { readonly features: readonly Feature[] } | undefined;
}

/** A registered contribution with its declaration and owner. */
export interface Registered<Definition, Declared extends Contribution = Contribution> {
  readonly declaration: Declared;
  readonly definition: Definition;
  /** Id of the owning extension. */
  readonly owner: string;
  /** Context of the owner, passed to its views. */
  readonly context: ExtensionContext;
}

export interface DeclaredContribution<Declared extends Contribution = Contribution> {
  readonly declaration: Declared;
  readonly owner: string;
}

/**
 * A contribution point. Declarations are known from the start and serve menus and reference checks;
 * registrations come and go with their extension.
 */
export class ContributionRegistry<
  Definition extends { readonly id: string },
  Declared extends Contribution = Contribution,
> {
  readonly point: ContributionPoint;
  /** Emits the id of an added or removed registration. */
  readonly onDidChange = new Emitter<string>();
  readonly #declared: ReadonlyMap<string, DeclaredContribution<Declared>>;
  readonly #renamed: ReadonlyMap<string, string>;
  readonly #registered = new Map<string, Registered<Definition, Declared>>();

  constructor(
    point: ContributionPoint,
    declared: readonly DeclaredContribution<Declared>[],
    renamed: ReadonlyMap<string, string>,
  ) {
    this.point = point;
    this.#declared = new Map(
      declared.map((contribution) => [contribution.declaration.id, contribution]),
    );
    this.#renamed = renamed;
  }

  /** Number of current registrations; used by leak tests. */
  get size(): number {
    return this.#registered.size;
  }

  /** Declarations of all extensions that may start, in start order. */
  declared(): readonly DeclaredContribution<Declared>[] {
    return [...this.#declared.values()];
  }

  findDeclared(id: string): Result<DeclaredContribution<Declared>> {
    const contribution = this.#declared.get(this.#renamed.get(id) ?? id);
    return contribution === undefined
      ? fail(hostProblems.unknownId(this.point, id))
      : ok(contribution);
  }

  /**
   * Returns the registration of an id, also for renamed ids; a Problem gives the reason if missing.
   */
  get(id: string): Result<Registered<Definition, Declared>> {
    const contribution = this.#registered.get(this.#renamed.get(id) ?? id);
    if (contribution !== undefined) return ok(contribution);
    const declared = this.findDeclared(id);
    if (!declared.ok) return declared;
    return fail(hostProblems.notActive(this.point, id, declared.value.owner));
  }

  list(): readonly Registered<Definition, Declared>[] {
    return [...this.#registered.values()];
  }

  /**
   * Throws ProblemError `UNDECLARED_CONTRIBUTION` if the owner's manifest does not declare the id,
   * `DUPLICATE_CONTRIBUTION` if already registered.
   */
  register(definition: Definition, owner: string, context: ExtensionContext): Disposable {
    const { id } = definition;
    const declared = this.#declared.get(id);
    if (declared === undefined || declared.owner !== owner) {
      throw new ProblemError(hostProblems.undeclared(owner, this.point, id));
    }
    const existing = this.#registered.get(id);
    if (existing !== undefined) {
      throw new ProblemError(hostProblems.duplicateContribution(owner, id, existing.owner));
    }
    const { declaration } = declared;
    this.#registered.set(id, { declaration, definition, owner, context });
    this.onDidChange.emit(id);
    return toDisposable(() => {
      this.#registered.delete(id);
      this.onDidChange.emit(id);
    });
  }
}
