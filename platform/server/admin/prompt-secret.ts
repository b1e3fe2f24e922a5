import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** The first line of standard input; typed at a terminal it does not appear there. */
export function promptSecret(prompt: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write(`${prompt}: `);
  const mutedOutput = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({
    input: process.stdin,
    output: mutedOutput,
    terminal: isTerminal,
  });
  return new Promise((resolve) => {
    reader.once('line', (line) => {
      resolve(line);
      reader.close();
    });
    reader.once('close', () => {
      if (isTerminal) process.stderr.write('\n');
      resolve('');
    });
  });
}
