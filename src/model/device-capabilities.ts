import type { GeneralCommand } from './remote-command.ts'

export const playableMediaTypes = ['Unknown', 'Video', 'Audio', 'Photo', 'Book'] as const

export type DeviceCapabilities = {
  readonly playableMediaTypes: readonly (typeof playableMediaTypes)[number][]
  readonly supportedCommands: readonly GeneralCommand[]
  readonly supportsMediaControl: boolean
  readonly supportsPersistentIdentifier: boolean
}
