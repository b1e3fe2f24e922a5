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
import type { ExtensionContext } from '../host/extension.ts';
import { hostProblems } from '../host/host-problems.ts';

/** What a manifest says of a contribution before any code is loaded. */
export interface Contribution {
  readonly id: string;
  readonly title: string;
  readonly icon?: string | undefined;
  /** Panels only: drawn in the bar of every page, for holders of one of these features. */
  readonly everyPage?: { readonly features: readonly Feature[] } | undefined;
}

/** A contribution in force: what was declared, what was registered, and by whom. */
export interface Registered<Definition, Declared extends Contribution = Contribution> {
  readonly declaration: Declared;
  readonly definition: Definition;
  /** Id of the extension. */
  readonly owner: string;
  /** The owner's context, which its views are given. */
  readonly context: ExtensionContext;
}

export interface DeclaredContribution<Declared extends Contribution = Contribution> {
  readonly declaration: Declared;
  readonly owner: string;
}

/**
 * One contribution point. What is declared is known from the start and draws menus and checks
 * references; what is registered comes and goes with its extension.
 */
export class ContributionRegistry<
  Definition extends { readonly id: string },
  Declared extends Contribution = Contribution,
> {
  readonly point: ContributionPoint;
  /** Tells the id of what came or went. */
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

  /** How many are registered now; leak tests count it. */
  get size(): number {
    return this.#registered.size;
  }

  /** What the extensions that may start declare, in the order they start. */
  declared(): readonly DeclaredContribution<Declared>[] {
    return [...this.#declared.values()];
  }

  findDeclared(id: string): Result<DeclaredContribution<Declared>> {
    const contribution = this.#declared.get(this.#renamed.get(id) ?? id);
    return contribution === undefined
      ? fail(hostProblems.unknownId(this.point, id))
      : ok(contribution);
  }

  /** What is registered under an id, old ids included; a Problem says why it is not there. */
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
   * Throws ProblemError: `UNDECLARED_CONTRIBUTION` when the owner's manifest does not name the id,
   * `DUPLICATE_CONTRIBUTION` when it is registered already.
   */
  register(definition: Definition, owner: string, context: ExtensionContext): Disposable {
    const { id } = definition;
    const declared = this.#declared.get(id);
    if (declared === undefined || declared.owner !== owner) {
      throw new ProblemError(hostProblems.undeclared(owner, this.point, id));
    }
    const before = this.#registered.get(id);
    if (before !== undefined) {
      throw new ProblemError(hostProblems.duplicateContribution(owner, id, before.owner));
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
