export const playCommands = [
  'PlayNow',
  'PlayNext',
  'PlayLast',
  'PlayInstantMix',
  'PlayShuffle',
] as const

export type PlayCommand = (typeof playCommands)[number]

export const playstateCommands = [
  'Stop',
  'Pause',
  'Unpause',
  'NextTrack',
  'PreviousTrack',
  'Seek',
  'Rewind',
  'FastForward',
  'PlayPause',
] as const

export type PlaystateCommand = (typeof playstateCommands)[number]

/** Everything else that an app may be told to do, in the standard's words. */
export const generalCommands = [
  'MoveUp',
  'MoveDown',
  'MoveLeft',
  'MoveRight',
  'PageUp',
  'PageDown',
  'PreviousLetter',
  'NextLetter',
  'ToggleOsd',
  'ToggleContextMenu',
  'Select',
  'Back',
  'TakeScreenshot',
  'SendKey',
  'SendString',
  'GoHome',
  'GoToSettings',
  'VolumeUp',
  'VolumeDown',
  'Mute',
  'Unmute',
  'ToggleMute',
  'SetVolume',
  'SetAudioStreamIndex',
  'SetSubtitleStreamIndex',
  'ToggleFullscreen',
  'DisplayContent',
  'GoToSearch',
  'DisplayMessage',
  'SetRepeatMode',
  'ChannelUp',
  'ChannelDown',
  'Guide',
  'ToggleStats',
  'PlayMediaSource',
  'PlayTrailers',
  'SetShuffleQueue',
  'PlayState',
  'PlayNext',
  'ToggleOsdMenu',
  'Play',
  'SetMaxStreamingBitrate',
  'SetPlaybackOrder',
] as const

export type GeneralCommand = (typeof generalCommands)[number]

/** What one device is told to do on behalf of another. */
export type RemoteCommand =
  | {
      readonly kind: 'play'
      readonly command: PlayCommand
      /** What can be played, 32 digits each. */
      readonly itemIds: readonly string[]
      readonly startPositionMs: number | null
      readonly mediaSourceId: string | null
      readonly audioIndex: number | null
      readonly subtitleIndex: number | null
      readonly startIndex: number | null
    }
  | {
      readonly kind: 'playstate'
      readonly command: PlaystateCommand
      /** Of a seek. */
      readonly positionMs: number | null
    }
  | {
      readonly kind: 'general'
      readonly command: GeneralCommand
      readonly arguments: Readonly<Record<string, string>>
    }
