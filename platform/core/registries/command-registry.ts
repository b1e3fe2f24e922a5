import {
  type Disposable,
  Emitter,
  fail,
  messageOf,
  ok,
  ProblemError,
  type Result,
} from '#foundation';
import { ContributionRegistry, type Registered } from './contribution-registry.ts';
import type { CommandDefinition, ExtensionContext, UndoPolicy } from './definitions.ts';
import { hostProblems } from './host-problems.ts';

/** A finished run of a command, for the audit trail and notices. Arguments are left out. */
export interface CommandRun {
  readonly id: string;
  readonly owner: string;
  readonly undo: UndoPolicy;
  readonly result: Result<void>;
}

/** Commands by id. Arguments are validated by the command's own `validate` before each run. */
export class CommandRegistry extends ContributionRegistry<CommandDefinition<unknown>> {
  readonly onDidRun = new Emitter<CommandRun>();

  /** Registers a command and keeps the argument type that `validate` and `run` share. */
  registerTyped<Args>(
    definition: CommandDefinition<Args>,
    owner: string,
    context: ExtensionContext,
  ): Disposable {
    return this.register(erase(definition), owner, context);
  }

  /**
   * Returns true, or the reason why the command is unavailable, also for unknown ids and invalid
   * arguments.
   */
  enabled(id: string, args?: unknown): true | string {
    const registered = this.get(id);
    if (!registered.ok) return registered.problem.title;
    const { definition } = registered.value;
    try {
      if (args === undefined) return definition.enabled?.() ?? true;
      const valid = definition.validate(args);
      return valid.ok ? (definition.enabled?.(valid.value) ?? true) : valid.problem.title;
    } catch (thrown) {
      return messageOf(thrown);
    }
  }

  /** Returns the state of a toggle; null for other commands and unknown ids. */
  isOn(id: string): boolean | null {
    const registered = this.get(id);
    return registered.ok ? (registered.value.definition.isOn?.() ?? null) : null;
  }

  /**
   * Validates the arguments, checks `enabled` and runs the command. Every failure returns a
   * Problem: unknown id, invalid arguments, `COMMAND_DISABLED`, or `COMMAND_FAILED` when `run`
   * throws. The signal aborts when the owner's scope ends.
   */
  async run(id: string, args?: unknown): Promise<Result<void>> {
    const registered = this.get(id);
    if (!registered.ok) return registered;
    const { definition, owner } = registered.value;
    const result = await runOne(registered.value, args);
    this.onDidRun.emit({ id: definition.id, owner, undo: definition.undo, result });
    return result;
  }
}

async function runOne(
  { definition, context }: Registered<CommandDefinition<unknown>>,
  args: unknown,
): Promise<Result<void>> {
  try {
    const valid = definition.validate(args);
    if (!valid.ok) return valid;
    const enabled = definition.enabled?.(valid.value) ?? true;
    if (enabled !== true) return fail(hostProblems.commandDisabled(definition.id, enabled));
    await definition.run(valid.value, context.scope.signal);
    return ok(undefined);
  } catch (thrown) {
    if (thrown instanceof ProblemError) return fail(thrown.problem);
    return fail(hostProblems.commandFailed(definition.id, messageOf(thrown)));
  }
}

/** Erases the argument type; `run` receives only results of `validate`. */
function erase<Args>(definition: CommandDefinition<Args>): CommandDefinition<unknown> {
  return {
    id: definition.id,
    undo: definition.undo,
    validate: (args) => definition.validate(args),
    enabled: (args) => definition.enabled?.(args as Args) ?? true,
    ...(definition.isOn === undefined ? {} : { isOn: () => definition.isOn?.() ?? false }),
    run: (args, signal) => definition.run(args as Args, signal),
  };
}
