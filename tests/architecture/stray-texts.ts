import { type Node, type TraversalAncestors, traverse } from '@babel/types';
import { parseSource } from './parse-source.ts';
import type { SourceFile } from './source-files.ts';

/** A user-facing text, displayed or for screen readers, that is not from a catalogue. */
export interface StrayText {
  readonly path: string;
  readonly line: number;
  /** The text; a value inside a template is `{}`. */
  readonly text: string;
}

/** A literal with its context in the syntax tree. */
interface Literal {
  readonly text: string;
  /** The enclosing nodes, outermost first, each with the key of its child. */
  readonly around: TraversalAncestors;
  readonly file: SourceFile;
}

/** JSX attributes and, in JSX files, fields whose value is displayed or announced. */
const SHOWN_PROPERTY =
  /^(?:label|title|ariaLabel|aria-label|text|help|placeholder|hint|empty|what|confirmLabel|retryLabel|alt)$/;
/** Fields that also display a single word. */
const SHOWN_FIELD =
  /^(?:label|title|text|reason|hint|help|placeholder|description|detail|next|\w*Word)$/;
/** Fields and attributes with ids, whose values are never displayed. */
const ID_NAME = /^(?:id|key|code|kind|type|className|placement|data-[\w-]+)$/;

/**
 * Names whose values are user-facing texts: `phaseText`, `PLANE_TITLE`, `NAMES`, `leftLabel`,
 * `reason`.
 */
const TEXT_WORDS =
  'words?|texts?|titles?|labels?|names?|sentences?|messages?|reasons?|examples|hints?|details?|descriptions?|placeholder|help|next|why';
const TEXT_NAME = new RegExp(`(?:^|[a-z]|_)(?:${TEXT_WORDS})$|^(?:format|describe)(?=[A-Z])`, 'i');
const TEXT_FILE = new RegExp(`(?:^|[/-])(?:${TEXT_WORDS})\\.ts$|/format-[a-z-]+\\.ts$`);

/** Calls whose texts only developers see: thrown errors, log lines, scope names. */
const DEVELOPER_CALL =
  /^new (?!ProblemError)\w*Error$|\bassertNever$|^new Scope$|\.child$|\bcreateToken$|(?:\b|#)(?:log|logger|console|\w+Logger)(?:\.\w+)+$/;
/** Calls that pass text to the browser and not to a user. */
const BROWSER_CALL =
  /\b(?:closest|matches|querySelector(?:All)?|matchMedia|(?:get|set|has)Attribute|Intl\.\w+|toLocale\w+|localeCompare|getElementById|addEventListener)$/;
/** Calls that search for or in a text. */
const STRING_CALL = /\.(?:replace|replaceAll|startsWith|endsWith|includes|indexOf|split)$/;
const NOTICE_CALL = /\bnotices\.show$/;

/** Code in a string: `[role=menu], input`, `(min-width: 60rem)`, `Bearer x`, `/scan?study=x`. */
const CODE = /\[[\w-]+(?:[~^$*|]?=|\])|^\([\w-]+: |^Bearer |^\//;
/** Two words, or one word and a value: `Saved at {}`, `{} mm FN`. Does not match a unit alone. */
const SEVERAL_WORDS = /\p{L}{2}[^\s]*\s+\S*[\p{L}{]|[\p{L}}]\S*\s+\p{L}{2}/u;
const SENTENCE = /^\p{Lu}\S*\p{L}[.?!…]$/u;
const CAPITALISED = /^\s*\p{Lu}\p{Ll}+\s*$/u;
const LOWER_CASE = /^\p{Ll}+$/u;
const WORD = /\p{L}{2}/u;
const UNITS = /(?<!\p{L})(?:mm|px|min|ms|kB|KB|MB|GB|MHz|dB)(?!\p{L})/gu;

const COMPARISONS: readonly string[] = ['==', '===', '!=', '!==', 'in'];

/** Returns user-facing texts of a file that are not from a catalogue. */
export function strayTexts(file: SourceFile): readonly StrayText[] {
  const found: StrayText[] = [];
  traverse(parseSource(file), (node, around) => {
    const text = textOf(node);
    if (text === null || !isUserText({ text, around, file })) return;
    const line = node.loc?.start.line ?? 0;
    found.push({ path: file.path, line, text: text.replace(/\s+/g, ' ').trim() });
  });
  return found;
}

/** Returns the text of a literal; null for any other node. */
function textOf(node: Node): string | null {
  if (node.type === 'StringLiteral' || node.type === 'JSXText') return node.value;
  if (node.type !== 'TemplateLiteral') return null;
  return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('{}');
}

function isUserText(literal: Literal): boolean {
  const { text } = literal;
  const plain = text.replace(UNITS, '');
  if (!WORD.test(plain.replaceAll('{}', '')) || CODE.test(text) || isId(literal)) return false;
  const context = contextOf(literal);
  if (context.isShown) return true;
  if (context.isHidden || ID_NAME.test(context.name)) return false;
  if (SEVERAL_WORDS.test(plain) || SENTENCE.test(text)) return true;
  const isTextSource = TEXT_FILE.test(literal.file.path) || isInTextFunction(literal);
  if (CAPITALISED.test(text)) return isTextSource || TEXT_NAME.test(context.name);
  if (SHOWN_FIELD.test(context.name) && LOWER_CASE.test(text)) return true;
  return isTextSource && context.isReturned;
}

/** Returns whether the literal is a type, a key, a module name or an operand of a comparison. */
function isId({ around }: Literal): boolean {
  const { node, key } = around.at(-1) ?? {};
  if (node === undefined) return false;
  if (/^(?:TS(?:LiteralType|ImportType|EnumMember)|Import|Export(?:All|Named))/.test(node.type)) {
    return true;
  }
  if (node.type === 'BinaryExpression') return COMPARISONS.includes(node.operator);
  if (node.type === 'TaggedTemplateExpression') return true;
  return key === 'key' || key === 'property' || (node.type === 'SwitchCase' && key === 'test');
}

/** Where a literal goes. */
interface LiteralContext {
  /** Field or attribute whose value the literal is; '' without one. */
  readonly name: string;
  /** True in a JSX element, a displayed property or a notice: even a single word is a text. */
  readonly isShown: boolean;
  /** True in a call or attribute whose texts no user sees. */
  readonly isHidden: boolean;
  readonly isReturned: boolean;
}

function contextOf(literal: Literal): LiteralContext {
  const { text, around, file } = literal;
  const isJsx = file.path.endsWith('x');
  const context = {
    name: '',
    isShown: false,
    isHidden: isInHiddenContext(literal),
    isReturned: false,
  };
  let isChoice = false;
  for (const { node, key, index } of [...around].reverse()) {
    if (node.type === 'ConditionalExpression' && key !== 'test') isChoice = true;
    else if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      return { ...context, isShown: true };
    } else if (node.type === 'JSXAttribute') {
      const name = nameOf(node);
      return { ...context, name, isShown: SHOWN_PROPERTY.test(name), isHidden: true };
    } else if (node.type === 'ObjectProperty') {
      const name = nameOf(node);
      return { ...context, name, isShown: isJsx && SHOWN_PROPERTY.test(name) };
    } else if (node.type === 'CallExpression' && key === 'arguments') {
      const isNotice = NOTICE_CALL.test(calleeOf(node, file)) && index !== 0;
      const isSearched = STRING_CALL.test(calleeOf(node, file)) && index === 0;
      return { ...context, isShown: isNotice, isHidden: context.isHidden || isSearched };
    } else if (node.type === 'ReturnStatement') return { ...context, isReturned: true };
    else if (!/^(?:Logical|JSXExpression|Parenthesized|TSAs|TSSatisfies)/.test(node.type)) break;
  }
  return { ...context, isShown: isJsx && isChoice && CAPITALISED.test(text) };
}

/** Returns whether the innermost call or attribute around a literal takes texts for no user. */
function isInHiddenContext({ around, file }: Literal): boolean {
  for (const { node, key } of [...around].reverse()) {
    if (node.type === 'BlockStatement' || node.type === 'JSXElement') return false;
    if (node.type === 'JSXAttribute') return ID_NAME.test(nameOf(node));
    const isCall = /^(?:New|Call|OptionalCall)Expression$/.test(node.type);
    if (!isCall || key !== 'arguments') continue;
    const callee = calleeOf(node, file);
    return DEVELOPER_CALL.test(callee) || BROWSER_CALL.test(callee);
  }
  return false;
}

/** Returns a called function as written: `notices.show`, `new Error`. */
function calleeOf(node: Node, { text }: SourceFile): string {
  if (!('callee' in node)) return '';
  const callee = text.slice(node.callee.start ?? 0, node.callee.end ?? 0);
  return node.type === 'NewExpression' ? `new ${callee}` : callee;
}

/** Returns whether a declaration around the literal is named as a source of texts. */
function isInTextFunction({ around }: Literal): boolean {
  return around.some(
    ({ node }) =>
      /^(?:FunctionDeclaration|VariableDeclarator)$/.test(node.type) &&
      TEXT_NAME.test(nameOf(node)),
  );
}

/** Returns the name of a field, attribute, function or variable; '' if computed or a pattern. */
function nameOf(node: Node): string {
  const name = nameNodeOf(node);
  if (typeof name === 'string') return name;
  if (typeof name !== 'object' || name === null || !('type' in name)) return '';
  if (name.type === 'Identifier' || name.type === 'JSXIdentifier') return name.name;
  return name.type === 'StringLiteral' ? name.value : '';
}

function nameNodeOf(node: Node) {
  if ('key' in node) return node.key;
  if ('id' in node) return node.id;
  return 'name' in node ? node.name : '';
}
