import { type ExtensionContext, noticesToken } from '#core';

/** Runs a command of a button, and shows why it was rejected, e.g. for the scan of another room. */
export async function runCommand(context: ExtensionContext, command: string): Promise<void> {
  const result = await context.run(command);
  if (!result.ok) context.use(noticesToken).showProblem(result.problem);
}
