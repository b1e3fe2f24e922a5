export { assertNever } from './assert-never.ts';
export { joinBytes } from './bytes.ts';
export { type Clock, systemClock } from './clock.ts';
export {
  dayOf,
  dayTextOf,
  formatDay,
  formatInstant,
  formatLongDay,
  formatMonthDay,
  localTimeZone,
  monthName,
  stampOf,
  syncStampOf,
  timeOf,
  weekdayOf,
} from './date-format.ts';
export { type Disposable, disposeAll, toDisposable } from './disposable.ts';
export { Emitter } from './emitter.ts';
export { newId } from './ids.ts';
export { availableLocales, currentLocale, ENGLISH, formatLocale, setLocale } from './locale.ts';
export { jsonLogger, type LogFields, type Logger, type LogLevel, silentLogger } from './logger.ts';
export { formatFixed, formatNumber } from './number-format.ts';
export { messageOf, type Problem, ProblemError, problem, problemOf } from './problem.ts';
export { fail, ok, type Result, unwrap } from './result.ts';
export { Scope } from './scope.ts';
export {
  addTranslations,
  addTranslator,
  defineTexts,
  type PartialTranslation,
  plural,
  type TextEntry,
  type TextTree,
  type Translation,
  type Translations,
  type Translator,
  textAreas,
  translated,
  translationOf,
  withinSentence,
} from './texts.ts';
export { type Token, token } from './token.ts';
