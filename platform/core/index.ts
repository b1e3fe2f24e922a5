// The API client, because extensions and pages use it through the core's `apiToken`.
export {
  ABORTED_CODE,
  type ApiClient,
  type ApiClientOptions,
  type CallInput,
  type CallProblem,
  type CallResponse,
  createApiClient,
  type DownloadOptions,
  formErrorsOf,
  isAborted,
  isOffline,
  messageText,
  OFFLINE_CODE,
  problemInLanguage,
} from '#api-client';
export type {
  BootPreview,
  BootPreviewEntry,
  BootPreviewReadOptions,
  Unchecked,
} from './host/boot-preview.ts';
export { enterMode, type ModeMain, type ModeRuntime, type ToolbarItem } from './host/enter-mode.ts';
export * from './host/extension.ts';
export {
  createExtensionHost,
  type ExtensionHost,
  type ExtensionHostOptions,
} from './host/extension-host.ts';
export type { ExtensionSource } from './host/extension-source.ts';
export * from './host/host-status.ts';
export { type ModeReference, modeReferences } from './host/mode-references.ts';
export { type ModeAvailability, parseModes, resolveModes, selectMode } from './host/modes.ts';
export type { PlacedItem, Placement, PlacementPermissions } from './host/placements.ts';
export {
  type ExtensionOrigin,
  type Plan,
  type PlanEntry,
  type PlanInput,
  plan,
} from './host/plan.ts';
export type { EffectiveSetting, Settings } from './host/settings.ts';
export type {
  ContributionChange,
  ExtensionChange,
  ModeChange,
  SwitchChange,
  SwitchEffect,
} from './host/switch-effect.ts';
export {
  type BuiltInExtension,
  extensionSources,
  isSafeStart,
  type SourceOptions,
} from './host/third-party.ts';
export * from './providers/finding-providers.ts';
export type { CommandRun } from './registries/command-registry.ts';
export type {
  Contribution,
  ContributionRegistry,
  DeclaredContribution,
  Registered,
} from './registries/contribution-registry.ts';
export * from './registries/definitions.ts';
export {
  type HangableImage,
  type HangingContext,
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
export * from './services/connection.ts';
export { type DownloadServices, startDownload } from './services/downloads/start-download.ts';
export {
  createErrorLog,
  type ErrorLog,
  type ErrorLogOptions,
} from './services/errors/error-log.ts';
export * from './services/errors/problem-kind.ts';
export * from './services/images/cornerstone.ts';
export * from './services/images/frame-reader.ts';
export * from './services/images/overlays.ts';
export * from './services/images/volume-reader.ts';
export { createJobTracker, hasEnded } from './services/live/create-job-tracker.ts';
export {
  createLiveConnection,
  type LiveConnectionOptions,
} from './services/live/create-live-connection.ts';
export * from './services/live/developer-tools.ts';
export * from './services/live/job-tracker.ts';
export * from './services/live/live-connection.ts';
export type { MqttConnection, MqttConnector, MqttEvents } from './services/live/mqtt-connector.ts';
export { callRoute, type RouteInput, type RouteResponse } from './services/platform/call-route.ts';
export {
  createPlatformServices,
  type PlatformEnvironment,
  type PlatformServices,
  type Provision,
} from './services/platform/create-platform-services.ts';
export * from './services/platform/tokens.ts';
export type { Workstation } from './services/platform/workstation.ts';
export * from './services/store.ts';
export { createNotices, type NoticesOptions } from './services/user/create-notices.ts';
export * from './services/user/leave-guard.ts';
export * from './services/user/navigation.ts';
export * from './services/user/notices.ts';
export * from './services/user/pending-actions.ts';
export * from './services/user/preferences.ts';
export * from './services/user/reading-list.ts';
export { createUserKeys, type UserKeys } from './services/user/user-keys.ts';
export { createSession, type SessionOptions } from './session/create-session.ts';
export type { FormDrafts } from './session/form-drafts.ts';
export type { IdleWatch } from './session/idle-watch.ts';
export * from './session/reading-preferences.ts';
export * from './session/session.ts';
export { createTokenStore, type KeyValueStorage, type TokenStore } from './session/token-store.ts';
export {
  createStudyDocument,
  type StudyDocumentOptions,
} from './study/document/create-study-document.ts';
export type { FindingConflict } from './study/document/finding-conflicts.ts';
export type { SaveState } from './study/document/save-queue.ts';
export * from './study/document/study-document.ts';
export type { FindingFieldChanges } from './study/document/study-edits.ts';
export { createDraftStore, type DraftStore } from './study/findings/draft-store.ts';
export { NOT_SAVED } from './study/findings/finding-record.ts';
export { GROUP_LENGTHS_PREFERENCE, shouldGroupLengths } from './study/findings/grouping-choice.ts';
export { createViewState } from './study/view/create-view-state.ts';
export { scansToList, watchListedScans } from './study/view/listed-scans.ts';
export { sortBySide } from './study/view/sort-by-side.ts';
export type { ReadersByScan } from './study/view/sync-scans.ts';
export * from './study/view/view-state.ts';
export type { FileChanges } from './study/view/watch-file-changes.ts';
