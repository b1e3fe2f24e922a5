export { enterMode, type ModeMain, type ModeRuntime, type ToolbarItem } from './host/enter-mode.ts';
export * from './host/extension.ts';
export {
  createExtensionHost,
  type ExtensionHost,
  type ExtensionHostOptions,
} from './host/extension-host.ts';
export type { ExtensionSource } from './host/extension-source.ts';
export type { FirstLook, FirstLookDoor, FirstLookRead, Unchecked } from './host/first-look.ts';
export * from './host/host-status.ts';
export { type ModeReference, modeReferences } from './host/mode-references.ts';
export { chooseMode, type ModeAvailability, parseModes, resolveModes } from './host/modes.ts';
export {
  type ExtensionOrigin,
  type Plan,
  type PlanEntry,
  type PlanInput,
  plan,
} from './host/plan.ts';
export type {
  ContributionChange,
  ExtensionChange,
  ModeChange,
  SwitchChange,
  SwitchEffect,
} from './host/preview-switch.ts';
export type { SettingInForce, Settings } from './host/settings.ts';
export {
  type BuiltInExtension,
  extensionSources,
  isSafeStart,
  type SourceOptions,
} from './host/third-party.ts';
export type { CommandRun } from './registries/command-registry.ts';
export type {
  Contribution,
  ContributionRegistry,
  DeclaredContribution,
  Registered,
} from './registries/contribution-registry.ts';
export * from './registries/definitions.ts';
export {
  type HangingFacts,
  type HangResult,
  type HungCell,
  hang,
  layoutChoices,
} from './registries/hanging.ts';
export {
  actionName,
  isCharacterKey,
  type KeyAction,
  type KeyChoices,
  NO_KEY_CHOICES,
  overlayKeys,
} from './registries/key-overlay.ts';
export { attachKeys, type KeyBinding, sameKey } from './registries/keys.ts';
export type { Registries, RouteContribution } from './registries/registries.ts';
export * from './services/api-client.ts';
export {
  ABORTED_CODE,
  type CallProblem,
  isAborted,
  isOffline,
  OFFLINE_CODE,
} from './services/call-problem.ts';
export * from './services/connection.ts';
export { type ApiClientOptions, createApiClient } from './services/create-api-client.ts';
export { createJobTracker, hasEnded } from './services/create-job-tracker.ts';
export { createLiveLink, type LiveLinkOptions } from './services/create-live-link.ts';
export { createNotices, type NoticesOptions } from './services/create-notices.ts';
export {
  createPlatformServices,
  type PlatformEnvironment,
  type PlatformServices,
  type Provision,
} from './services/create-platform-services.ts';
export * from './services/developer-tools.ts';
export { createErrorLog, type ErrorLog, type ErrorLogOptions } from './services/error-log.ts';
export * from './services/job-tracker.ts';
export * from './services/live-link.ts';
export type { MqttConnection, MqttConnector, MqttEvents } from './services/mqtt-connector.ts';
export * from './services/navigation.ts';
export * from './services/notices.ts';
export * from './services/pending-acts.ts';
export * from './services/preferences.ts';
export * from './services/problem-kind.ts';
export * from './services/store.ts';
export * from './services/tokens.ts';
export { createUserKeys, type UserKeys } from './services/user-keys.ts';
export { createSession, type SessionOptions } from './session/create-session.ts';
export type { FormDrafts } from './session/form-drafts.ts';
export type { IdleWatch } from './session/idle-watch.ts';
export * from './session/session.ts';
export { createTokenStore, type KeyValueStorage, type TokenStore } from './session/token-store.ts';
export { createStudyDocument, type StudyDocumentOptions } from './study/create-study-document.ts';
export { createViewState } from './study/create-view-state.ts';
export { createDraftStore, type DraftStore } from './study/draft-store.ts';
export { NOT_SAVED } from './study/finding-record.ts';
export type { FileChanges } from './study/follow-files.ts';
export type { ReadersByScan } from './study/follow-scans.ts';
export { GROUP_LENGTHS_PREFERENCE, groupsLengths } from './study/grouping-choice.ts';
export { sidesFirst } from './study/sides-first.ts';
export * from './study/study-document.ts';
export type { FindingWords } from './study/study-edits.ts';
export * from './study/view-state.ts';
