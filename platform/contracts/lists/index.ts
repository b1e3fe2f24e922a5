export {
  checkSelection,
  checkSelections,
  type ListErrorCode,
  type Selection,
} from './check-selection.ts';
export { builtInLists, effectiveLists, listIssues } from './effective-lists.ts';
export { listInLanguage } from './list-in-language.ts';
export {
  type HardCodedList,
  hardCodedListSchema,
  type ListExtension,
  type ListItem,
  listExtensionSchema,
  listItemIdSchema,
  MAX_ITEMS,
  selectionSchema,
} from './list-schema.ts';
export { listTexts, translateList } from './translate-list.ts';
