import { type ParserPlugin, parse } from '@babel/parser';
import type { File } from '@babel/types';
import type { SourceFile } from './source-files.ts';

/** A token as the parser returns it: comments have a plain type, others a labelled one. */
export interface ParsedToken {
  readonly type: string | { readonly label: string };
  readonly value?: unknown;
  readonly loc: { readonly start: { readonly line: number } };
}

/** Returns the syntax tree of a TypeScript file; throws if the file is not well-formed. */
export function parseSource({ path, text }: SourceFile): File {
  return parse(text, { ...optionsOf(path), tokens: false });
}

/** Returns all tokens of a TypeScript file, comments included. */
export function tokensOf({ path, text }: SourceFile): readonly ParsedToken[] {
  const { tokens } = parse(text, { ...optionsOf(path), tokens: true });
  return (tokens ?? []) as readonly ParsedToken[];
}

function optionsOf(path: string) {
  // JSX is off in `.ts` files, because a type assertion in angle brackets looks like a tag.
  const plugins: ParserPlugin[] = path.endsWith('x')
    ? ['typescript', 'jsx']
    : ['typescript', 'decorators'];
  // AssemblyScript has decorators on functions: the parser reports an error and reads on.
  const errorRecovery = path.includes('/assembly/');
  return {
    sourceType: 'module',
    errorRecovery,
    allowReturnOutsideFunction: true,
    plugins,
  } as const;
}
