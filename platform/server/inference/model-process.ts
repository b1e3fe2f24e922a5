import { once } from 'node:events';
import { jsonLogger, messageOf } from '#foundation';
import { endProcessGroup } from '../processes/end-process-group.ts';
import { watchThisProcess } from '../processes/watch-process.ts';
import { loadEntryPoint } from '../site/server-registrations.ts';
import type { ModelInit, ModelMessage } from './model-init.ts';

const log = jsonLogger('nipple-model', (line) => process.stderr.write(`${line}\n`));

const MAX_REASON_LENGTH = 4_000;

/** Loads one server entry point and calls its model once. A failure ends only this process. */
async function main(): Promise<void> {
  const parentPid = process.ppid;
  const [init] = (await once(process, 'message')) as [ModelInit];
  const stop = new AbortController();
  process.on('SIGTERM', () => stop.abort());
  // After the loss of the server no other process would end the processes that the model has
  // started.
  process.once('disconnect', endProcessGroup);
  await watchThisProcess({ ...init.limits, parentPid }, log);
  const { nippleModel } = await loadEntryPoint(init.entryPoint, log);
  if (nippleModel === null)
    throw new Error(`${init.entryPoint.extensionId} no longer offers a model`);
  const response: unknown = await nippleModel.locate(init.volume, stop.signal);
  await send({ kind: 'answer', answer: positionFields(response) });
}

/**
 * Returns only the four numbers of a position, because the server would have to receive and parse
 * everything else that a model returns.
 */
function positionFields(response: unknown): Record<string, number | null> {
  const values = typeof response === 'object' && response !== null ? response : {};
  const numberAt = (name: string): number | null => {
    const value: unknown = Reflect.get(values, name);
    return typeof value === 'number' ? value : null;
  };
  const names = ['sag', 'tra', 'depth', 'rad'];
  return Object.fromEntries(names.map((name) => [name, numberAt(name)]));
}

function send(message: ModelMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(message, () => resolve());
  });
}

main()
  .catch((thrown: unknown) =>
    send({ kind: 'threw', reason: messageOf(thrown).slice(0, MAX_REASON_LENGTH) }),
  )
  // Open timers and connections of the model would keep the process alive.
  .finally(() => process.exit(0));
