import type { GeneralCommand } from './remote-command.ts'

export const playableMediaTypes = ['Unknown', 'Video', 'Audio', 'Photo', 'Book'] as const

/** What an app says that it can do. */
export type DeviceCapabilities = {
  readonly playableMediaTypes: readonly (typeof playableMediaTypes)[number][]
  readonly supportedCommands: readonly GeneralCommand[]
  readonly supportsMediaControl: boolean
  readonly supportsPersistentIdentifier: boolean
}
