import { once } from 'node:events';
import { Socket } from 'node:net';
import { jsonLogger, type Result } from '#foundation';
import { endProcessGroup } from '../../processes/end-process-group.ts';
import { watchThisProcess } from '../../processes/watch-process.ts';
import {
  encodeMessage,
  fileMessage,
  type ImportInit,
  OUT_OF_MEMORY_EXIT_CODE,
  OUTPUT_STREAM,
} from './import-message.ts';
import type { ImportedFile } from './imported-files.ts';
import { parseImport } from './parse-import.ts';

const log = jsonLogger('import', (line) => process.stderr.write(`${line}\n`));

/** Parses one file to import. A failure ends only this process. */
async function main(): Promise<void> {
  const parentPid = process.ppid;
  const [{ orientation, limits, byteLength }] = (await once(process, 'message')) as [ImportInit];
  process.once('disconnect', endProcessGroup);
  await watchThisProcess({ ...limits, parentPid }, log);
  const bytes = await readInput(byteLength);
  await writeResult(await parseImport(bytes, orientation, limits.unpackedBytes));
}

async function readInput(byteLength: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(byteLength);
  let filled = 0;
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    bytes.set(piece, filled);
    filled += piece.byteLength;
  }
  if (filled < byteLength) throw new Error('The input ended early');
  return bytes;
}

async function writeResult(parsed: Result<readonly ImportedFile[]>): Promise<void> {
  const output = new Socket({ fd: OUTPUT_STREAM });
  const write = async (bytes: Uint8Array): Promise<void> => {
    if (!output.write(bytes)) await once(output, 'drain');
  };
  if (parsed.ok) {
    for (const file of parsed.value) {
      await write(encodeMessage(fileMessage(file)));
      await write(file.bytes);
    }
    await write(encodeMessage({ kind: 'end' }));
  } else {
    await write(encodeMessage({ kind: 'problem', problem: parsed.problem }));
  }
  await new Promise<void>((resolve) => output.end(resolve));
}

const isOutOfMemory = (thrown: unknown): boolean =>
  thrown instanceof RangeError && /allocation failed/.test(thrown.message);

/** Ends without a message of the error, whose text may contain data of the patient. */
const endAfterError = (thrown: unknown): void =>
  process.exit(isOutOfMemory(thrown) ? OUT_OF_MEMORY_EXIT_CODE : 1);

process.on('uncaughtException', endAfterError);
main().then(() => process.exit(0), endAfterError);
