import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/**
 * Returns the positional arguments and options of an npm script. Prints the usage and ends the
 * program with `--help`, and with code 2 for unknown options and more or fewer positional arguments.
 */
export function readArguments<Options extends ParseArgsOptionsConfig>(
  usage: string,
  { count, options }: { readonly count: readonly [number, number]; readonly options: Options },
) {
  const reject = (reason: string): never => {
    console.error(`${reason}\nUsage: ${usage}`);
    process.exit(2);
  };
  if (process.argv.includes('--help')) {
    console.log(`Usage: ${usage}`);
    process.exit(0);
  }
  try {
    const read = parseArgs({ allowPositionals: true, options });
    const [least, most] = count;
    if (read.positionals.length < least) return reject('An argument is missing.');
    if (read.positionals.length > most) return reject('There are too many arguments.');
    return read;
  } catch (thrown) {
    return reject(thrown instanceof Error ? thrown.message : String(thrown));
  }
}
